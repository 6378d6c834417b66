"""The parts of bin/check-mounts: models of what mounts promise, and random steps that are held against them."""
