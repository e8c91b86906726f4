export const departments = 60
const people = 2_000
const suppliers = 20_000

/** Words of remarks, the frequent ones first; the broad searches use some of them. */
export const words = [
  ...[
    'contrato',
    'nota',
    'fiscal',
    'processo',
    'relatório',
    'conferência',
    'assinatura',
    'cópia',
    'documento',
    'anexo',
  ],
  ...['prestação', 'contas', 'aditivo', 'empenho', 'ofício', 'memorando', 'certidão', 'parecer', 'laudo', 'projeto'],
  ...['planta', 'orçamento', 'folha', 'pagamento', 'licença', 'alvará', 'termo', 'recebimento', 'entrega', 'pasta'],
  ...['arquivo', 'caixa', 'envelope', 'prontuário', 'recibo', 'balancete', 'inventário', 'edital', 'proposta', 'ata'],
  ...['reunião', 'portaria', 'decreto', 'requerimento', 'despacho', 'minuta', 'procuração', 'declaração', 'histórico'],
  ...['patrimônio', 'equipamento', 'notebook', 'chave', 'veículo', 'carimbo', 'crachá', 'uniforme', 'amostra', 'peça'],
]

const itemTypes = ['Contrato', 'Nota fiscal', 'Processo', 'Ofício', 'Laudo', 'Projeto', 'Prontuário', 'Folha', 'Caixa']

const literal = (texts: readonly string[]) => `array[${texts.map((text) => `'${text}'`).join(', ')}]`

/** Share of each department, the busiest first: it sends 13 % of everything. */
function shares() {
  const weights = Array.from({ length: departments }, (_, index) => 1 / (index + 1) ** 0.75)
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  return weights.slice(0, -1).map((weight) => {
    sum += weight / whole
    return sum
  })
}

/** Departments, users and the catalogs of items, in the order of their dependencies. */
export const organisation = (): [name: string, statement: string][] => [
  [
    'departments and settings',
    `create function bench.department(n bigint, salt int) returns int language sql immutable parallel safe as $$
       select 1 + width_bucket(bench.chance(n, salt), '{${shares().join()}}'::float8[])
     $$;
     -- Person i belongs to department i modulo the departments: those of one are found without asking.
     create function bench.person(department int, n bigint, salt int) returns int language sql immutable parallel safe as $$
       select department + ${departments} * floor(bench.chance(n, salt) * ((${people} - department) / ${departments} + 1))::int
     $$;
     insert into departments (name) select 'Departamento ' || lpad(n::text, 2, '0') from generate_series(1, ${departments}) n;
     insert into categories (name, return_days, day_count)
     select 'Categoria ' || n, case when n <= 8 then 5 * n end, (array['Dias úteis', 'Dias corridos'])[1 + n % 2]
     from generate_series(1, 12) n;
     insert into item_types (name) select name from unnest(${literal(itemTypes)}) name;`,
  ],
  [
    'people',
    // The first of each department leads it; the last three of all are the Admins.
    `create function bench.name(n int) returns text language sql immutable parallel safe as $$
       select (array['Ana', 'Bruno', 'Carla', 'Diego', 'Elisa', 'Fábio', 'Gilda', 'Heitor', 'Inês', 'João'])[1 + n % 10] || ' ' ||
         (array['Almeida', 'Barros', 'Cardoso', 'Dias', 'Esteves', 'Farias', 'Gomes'])[1 + n % 7] || ' ' || n
     $$;
     insert into users (name, email, department_id, role, is_active)
     select bench.name(n),
       'pessoa' || n || '@malote.bench', 1 + (n - 1) % ${departments},
       case when n <= ${departments} then 'Gestor' when n > ${people - 3} then 'Admin' else 'Usuário' end,
       n <= ${departments} or n > ${people - 3} or bench.chance(n, 1) > 0.1
     from generate_series(1, ${people}) n`,
  ],
  [
    'suppliers',
    `insert into suppliers (cnpj, code, store, company_name, state, city, is_active)
     select lpad((n::bigint * 4999)::text, 14, '0'), lpad(n::text, 6, '0'), '01',
       initcap((${literal(words)})[bench.one_of(n, 1, ${words.length})]) || ' ' || n || ' Ltda',
       (array['SP', 'RJ', 'MG', 'PR'])[bench.one_of(n, 2, 4)], 'Cidade ' || bench.one_of(n, 3, 300), bench.chance(n, 4) > 0.1
     from generate_series(1, ${suppliers}) n`,
  ],
]

export const sql = { words: literal(words), itemTypes: itemTypes.length, suppliers }
