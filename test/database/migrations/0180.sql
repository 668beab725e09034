update chats set call_ended_at = now() where called_at is not null;
