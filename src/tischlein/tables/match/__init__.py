"""One hosted match, from its ledger to what each observer is told; its owner is the table."""
