import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- Networks from which people have signed in, as in sessions.network. Failures of others do not lock them out there.
    create table known_networks (
      user_id int not null references users on delete cascade,
      network text not null,
      last_at timestamptz not null,
      primary key (user_id, network)
    );
    -- How many people sign in from one network: an organisation may have more failures than a single person.
    create index known_networks_network_idx on known_networks (network, last_at);

    -- Those who are signed in while this is installed come from there.
    insert into known_networks (user_id, network, last_at)
    select user_id, network, max(last_seen_at) from sessions where network is not null group by user_id, network;
  `.execute(db)
}
