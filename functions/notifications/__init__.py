"""The notifications worker: invites, reminders and completion messages to candidates."""
