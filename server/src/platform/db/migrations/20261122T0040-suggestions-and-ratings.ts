import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    create table suggestions (
      id int generated always as identity primary key,
      title text not null check (btrim(title) <> ''),
      description text not null check (btrim(description) <> ''),
      category text not null check (category in (
        'interface', 'funcionalidade', 'performance', 'documentacao', 'correcao', 'integracao', 'outro'
      )),
      priority text not null check (priority in ('baixa', 'media', 'alta')),
      expected_benefit text,
      status text not null default 'pendente'
        check (status in ('pendente', 'em_analise', 'aprovada', 'implementada', 'rejeitada')),
      implementation_notes text,
      created_by int not null references users,
      created_at timestamptz not null default now(),
      search_text text not null generated always as (searchable(title || ' ' || description)) stored
    );
    -- Foreign key: deleting a user.
    create index suggestions_created_by_idx on suggestions (created_by);
    -- Suggestions by part of their title or description.
    create index suggestions_search_text_idx on suggestions using gin (search_text gin_trgm_ops);

    -- Votes are counted on reading: they are few, and a counter would have to be kept consistent.
    create table suggestion_votes (
      suggestion_id int not null references suggestions on delete cascade,
      user_id int not null references users on delete cascade,
      vote text not null check (vote in ('up', 'down')),
      created_at timestamptz not null default now(),
      primary key (suggestion_id, user_id)
    );
    -- Foreign key: the votes of a deleted user.
    create index suggestion_votes_user_id_idx on suggestion_votes (user_id);

    create table ratings (
      id int generated always as identity primary key,
      user_id int not null references users on delete cascade,
      section text not null check (btrim(section) <> ''),
      rating text not null check (rating in ('muito_ruim', 'ruim', 'neutro', 'bom', 'excelente')),
      comments text,
      created_at timestamptz not null default now(),
      unique (user_id, section)
    );
  `.execute(db)
}
