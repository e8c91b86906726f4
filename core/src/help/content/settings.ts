import type { HelpSection } from '../help-section.ts'

export const settings: HelpSection = {
  key: 'settings',
  title: 'Configurações',
  summary: 'Departamentos, categorias, tipos de itens, fornecedores, usuários e calendário.',
  tags: [
    'departamento',
    'categoria',
    'tipo de item',
    'fornecedor',
    'CNPJ',
    'usuário',
    'convite',
    'feriado',
    'calendário',
    'importar',
    'CSV',
  ],
  screen: '/settings',
  topics: [
    {
      title: 'Quem pode mudar',
      text: [
        'Todos consultam departamentos, categorias, tipos de itens e fornecedores; só o Admin altera. Usuários: o Admin altera e o Gestor consulta. Onde você só pode ler, a tela diz isso.',
        'O que está em uso não pode ser excluído. O botão fica desativado e diz por quê; no caso de um fornecedor, o sistema diz quando você tenta.',
      ],
    },
    {
      title: 'Categorias e prazos',
      text: [
        'A categoria diz em quantos dias um item volta e se os dias são úteis ou corridos. Deixe os dias em branco quando os itens dela não voltam: aparece "Não se aplica".',
        'Mudar uma categoria vale para os próximos protocolos; os prazos que já existem ficam como estão.',
      ],
    },
    {
      title: 'Fornecedores',
      text: [
        'Procure por CNPJ (com ou sem pontos), código ou razão social. O CNPJ pode ter letras, como os emitidos desde 2026. Se os dígitos verificadores não conferem, o sistema avisa, mas deixa salvar.',
        'Um fornecedor inativo não aparece mais para escolha, mas continua nos protocolos antigos.',
      ],
    },
    {
      title: 'Usuários e convites',
      tags: ['convidar todos', 'folha de convites', 'imprimir convites', 'senha'],
      text: ['Uma pessoa nova não tem senha: ela a escolhe pelo link do convite.'],
      steps: [
        'Em Usuários, clique em "Novo Usuário" e informe nome, e-mail, departamento e perfil.',
        'Copie o link do convite e envie à pessoa; com e-mail configurado, ele também é enviado.',
        'Enquanto ela não entra, aparece "Primeiro acesso". O link vale 72 horas; depois, gere outro.',
      ],
      note: 'Com "Convidar todos os que faltam", quem ainda não escolheu a senha é convidado de uma vez: imprima a folha, recorte e entregue a cada pessoa a sua tira, com o link e o código QR. Convites anteriores deixam de valer. Desativar alguém encerra as sessões na hora e guarda o histórico; "Encerrar sessões" só faz a pessoa entrar de novo. Com e-mail configurado, o link para quem já tem senha é enviado apenas à própria pessoa. O último administrador ativo não pode ser desativado, rebaixado nem excluído.',
    },
    {
      title: 'Segurança das contas',
      tags: ['sessões', 'encerrar sessões', 'segunda etapa', 'celular perdido', 'redefinir', 'conta invadida'],
      text: [
        'Quando alguém perde o celular ou suspeita de um acesso, o Admin tem, no menu da linha da pessoa, em Usuários: "Encerrar sessões", que faz com que ela entre de novo em todos os aparelhos, e "Redefinir verificação em duas etapas", que retira o segundo passo, para ela cadastrar outro. Antes, confirme por outro meio que é mesmo ela quem pede. A pessoa é avisada.',
      ],
    },
    {
      title: 'Auditoria',
      tags: ['auditoria', 'quem fez', 'registro', 'acessos negados', 'histórico de acessos', 'exportar auditoria'],
      text: [
        'Só o Admin vê Configurações > Auditoria: quem entrou, quem mudou pessoas e cadastros (com o antes e o depois), quem exportou ou abriu anexos, o que foi recusado e de que rede. Filtre por pessoa, ação e dias; "Ver detalhes" mostra o que mudou; "Exportar (CSV)" leva tudo para uma planilha.',
        'Ninguém altera nem apaga o que está na auditoria, nem um administrador. Só o sistema tira de lá o nome de um arquivo removido, os dados de quem teve os dados pessoais removidos e, se a organização definiu um prazo, o que já passou dele. O que aconteceu com cada protocolo está no histórico dele.',
      ],
    },
    {
      title: 'Calendário',
      text: [
        'Os feriados nacionais já vêm preenchidos. Inclua os da sua cidade e os dias em que a organização não trabalha: eles deixam de contar como dias úteis. O sistema mostra quais prazos em aberto mudariam e deixa você aplicar ou não.',
      ],
    },
    {
      title: 'Importar de uma planilha',
      tags: ['planilha', 'CSV', 'Excel', 'célula vazia', 'deixar linhas de fora'],
      text: [
        'Fornecedores e usuários podem vir de um arquivo CSV. Antes de gravar, o sistema mostra linha por linha o que será criado, alterado ou recusado e por quê. Nada é gravado sem a sua confirmação, e as linhas recusadas podem ser baixadas para correção.',
        'Desmarque as linhas que não quer importar: elas não são criadas nem alteradas. Uma célula vazia mantém o que está no cadastro; para apagar um dado, edite o cadastro.',
        'O departamento de um usuário é escrito como no cadastro. Quando só maiúsculas, acentos ou espaços diferem, o sistema pergunta se é o mesmo e espera a sua resposta.',
      ],
    },
    {
      title: 'Sistema',
      tags: ['banco de dados', 'disco', 'certificado', 'e-mails parados', 'cópia de segurança', 'versão'],
      text: [
        'Para administradores: mostra se tudo funciona, como banco de dados, e-mails, tarefas, disco e certificados. O que precisa de atenção vem primeiro, com o que fazer.',
        'Quando um erro inesperado mostra um "Código do erro", copie-o e envie a quem cuida do servidor: com ele se encontra o motivo no registro.',
      ],
    },
  ],
}
