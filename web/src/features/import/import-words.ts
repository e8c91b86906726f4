import type { Importable } from '@malote/core/import/import-columns.ts'

export const importWords = {
  suppliers: {
    title: 'Importar Fornecedores',
    one: 'fornecedor',
    many: 'fornecedores',
    back: '/settings/suppliers',
    backLabel: 'Ver fornecedores',
    known:
      'Um fornecedor é reconhecido por CNPJ e loja: o que já existe é atualizado, nada é excluído. Uma célula vazia mantém o que está no cadastro.',
  },
  users: {
    title: 'Importar Usuários',
    one: 'usuário',
    many: 'usuários',
    back: '/settings/users',
    backLabel: 'Ver usuários',
    known:
      'Um usuário é reconhecido pelo e-mail: o que já existe é atualizado, nada é excluído. Uma célula vazia mantém o que está no cadastro. Quem é novo recebe um convite por e-mail, quando o envio está configurado; senão, gere os convites na tela de usuários.',
  },
} as const satisfies Record<Importable, object>
