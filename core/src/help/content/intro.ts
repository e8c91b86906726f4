import type { HelpSection } from '../help-section.ts'

export const intro: HelpSection = {
  key: 'intro',
  title: 'Introdução ao Malote',
  summary: 'O que o sistema faz, como entrar e o que se vê ao chegar.',
  tags: [
    'começar',
    'login',
    'senha',
    'primeiro acesso',
    'perfil',
    'dashboard',
    'notificações',
    'tema',
    'atalhos',
    'papéis',
  ],
  screen: '/',
  topics: [
    {
      title: 'Para que serve',
      text: [
        'O Malote registra tudo o que circula entre os departamentos: documentos e objetos. A qualquer momento ele responde a três perguntas: onde está, quem responde por aquilo e quando precisa voltar.',
        'Cada envio é um protocolo. Um protocolo sai de um departamento de origem, vai para um departamento de destino e leva um ou mais itens. Quando os itens precisam voltar, cada um tem a sua data de retorno.',
      ],
    },
    {
      title: 'Primeiro acesso e senha',
      text: [
        'Quem cadastra pessoas é o administrador. Você recebe dele (ou por e-mail) um link de convite, que vale por 72 horas e por uma única vez.',
      ],
      steps: [
        'Abra o link do convite e escolha uma senha com pelo menos 6 caracteres.',
        'Entre com o seu e-mail e a senha escolhida. Marque "Lembrar de mim" só em um computador seu: a sessão fica aberta por 30 dias em vez de 12 horas.',
        'Esqueceu a senha? Na tela de entrada, use "Esqueci minha senha". Sem e-mail configurado, peça um novo convite ao administrador.',
      ],
      note: 'Depois de cinco tentativas erradas é preciso esperar alguns minutos, mesmo com a senha certa.',
    },
    {
      title: 'O que cada papel pode fazer',
      text: [
        'Usuário: cria protocolos do seu departamento, recebe e devolve o que chega a ele, comenta e acompanha.',
        'Gestor: além disso, distribui os itens que chegam ao seu departamento entre as pessoas dele, transfere itens de uma pessoa para outra e devolve vários de uma vez.',
        'Admin: vê todos os protocolos e cuida das configurações. Ser administrador não movimenta papel: receber, devolver e concluir continua sendo de quem está no departamento.',
        'Você vê os protocolos em que o seu departamento está em uma das pontas. Os outros não existem para você.',
      ],
    },
    {
      title: 'O dashboard',
      text: [
        'É a primeira tela do dia. Ela mostra quantos protocolos foram criados no período escolhido, o que aconteceu há pouco, o que está pendente e o que precisa voltar nos próximos 7 dias. O que está atrasado vem primeiro.',
        'Em "Retornos Próximos" há dois lados: o que o seu departamento tem para devolver e o que os outros têm para devolver a ele.',
      ],
    },
    {
      title: 'Notificações, tema e perfil',
      text: [
        'O sino no alto da tela avisa o que mudou. Clique em um aviso para ir ao protocolo; "Marcar todas como lidas" limpa a lista. Em Meu Perfil você escolhe quais avisos quer receber; com e-mail configurado, os mesmos avisos chegam também por e-mail.',
        'O botão ao lado do sino troca entre o tema claro e o escuro. Em Meu Perfil também se muda o telefone e a senha e se encerram sessões abertas em outros aparelhos.',
        'Ctrl+K abre a busca rápida: digite o número de um protocolo ou de um documento, um fornecedor ou o nome de uma tela.',
      ],
    },
  ],
}
