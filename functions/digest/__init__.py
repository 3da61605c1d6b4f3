"""The reminders schedule: has candidates reminded who have not finished."""
