-- Seats: people who share somebody's Ultra plan and its quota. A row is an invitation until somebody takes it.

create table seats (
  -- Whose plan is shared.
  user_id uuid not null constraint seats_user_fkey references users (id) on delete cascade,
  id uuid not null,
  -- Where the invitation went; lower case. The account that takes the seat may have another address.
  email text not null constraint seats_email_lower check (email = lower(email)),
  -- null until taken.
  member_id uuid constraint seats_member_fkey references users (id) on delete cascade,
  invited_at timestamptz(3) not null,
  joined_at timestamptz(3),
  constraint seats_pkey primary key (user_id, id),
  constraint seats_email_key unique (user_id, email),
  constraint seats_joined_with_member check ((member_id is null) = (joined_at is null)),
  constraint seats_not_own check (member_id <> user_id)
);
-- One plan is enough for anybody; and every look at a key asks whose plan its owner shares.
create unique index seats_member_key on seats (member_id) where member_id is not null;
