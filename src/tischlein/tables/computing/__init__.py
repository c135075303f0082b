"""Computation off the event loop: in processes of this node, or as jobs for other nodes."""
