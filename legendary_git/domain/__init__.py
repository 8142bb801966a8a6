"""What a memory is and when it still holds: pure values and rules, with no disk, no git and no clock."""
