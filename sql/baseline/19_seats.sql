-- Seats: users who share another user's Ultra plan and its quota. A row is an invitation until it is
-- accepted.

create table seats (
  -- The owner of the shared plan.
  user_id uuid not null constraint seats_user_fkey references users (id) on delete cascade,
  id uuid not null,
  -- Recipient of the invitation, lower case. The accepting account may have another address.
  email text not null constraint seats_email_lower check (email = lower(email)),
  -- null until accepted.
  member_id uuid constraint seats_member_fkey references users (id) on delete cascade,
  invited_at timestamptz(3) not null,
  joined_at timestamptz(3),
  constraint seats_pkey primary key (user_id, id),
  constraint seats_email_key unique (user_id, email),
  constraint seats_joined_with_member check ((member_id is null) = (joined_at is null)),
  constraint seats_not_own check (member_id <> user_id)
);
-- A user has at most one seat; authentication of a key looks up its owner's seat.
create unique index seats_member_key on seats (member_id) where member_id is not null;
