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
    'meu dia',
    'busca rápida',
    'Ctrl+K',
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
        'Abra o link do convite e escolha uma senha com pelo menos 6 caracteres, que não seja comum nem formada só pelo seu nome.',
        'O Malote abre em seguida. Das próximas vezes, entre com o seu e-mail e a senha escolhida. Marque "Lembrar de mim" só em um computador seu: a sessão fica aberta por 30 dias; sem isso, termina depois de 12 horas sem uso e no máximo um dia depois da entrada.',
        'Esqueceu a senha? Na tela de entrada, use "Esqueci minha senha". Sem e-mail configurado, peça um novo convite ao administrador.',
      ],
      note: 'Depois de cinco tentativas erradas é preciso esperar alguns minutos, mesmo com a senha certa. Para o que muda o acesso de alguém, o Malote pede a sua senha de novo quando já faz algum tempo que você entrou.',
    },
    {
      title: 'Verificação em duas etapas',
      tags: ['segunda etapa', 'autenticador', 'código', 'chave de acesso', 'celular perdido', 'recuperação', 'QR'],
      text: [
        'Com a verificação em duas etapas, quem descobre a sua senha ainda não entra: além dela, o Malote pede um código do celular ou uma chave de acesso (digital, rosto ou PIN do aparelho). Alguns papéis podem ser obrigados a usá-la; nesse caso, o cadastro aparece antes de tudo.',
      ],
      steps: [
        'Em Meu Perfil, na parte "Verificação em duas etapas", escolha "Configurar aplicativo" ou "Adicionar chave de acesso".',
        'No aplicativo, leia o código QR e digite os 6 dígitos que ele mostra.',
        'Imprima ou guarde os dez códigos de recuperação longe do celular: cada um vale uma vez.',
      ],
      note: 'Perdeu o celular? Entre com um código de recuperação. Sem eles, peça a um administrador que redefina a sua verificação: você é avisado, as suas sessões terminam e você cadastra de novo.',
    },
    {
      title: 'Suas sessões',
      tags: ['sessão', 'dispositivo', 'outro computador', 'sair', 'encerrar', 'conta invadida'],
      text: [
        'Meu Perfil lista onde a sua conta está aberta, desde quando e em que rede. Encerre uma sessão que não reconhece, ou todas as outras de uma vez. Trocar a senha também encerra as outras.',
        'O Malote avisa, no sino, quando algo muda na sua conta: um segundo passo cadastrado, retirado ou redefinido, ou um link para nova senha que um administrador criou. Se não foi você, troque a senha e fale com um administrador.',
      ],
    },
    {
      title: 'O que cada papel pode fazer',
      text: [
        'Usuário: cria protocolos do seu departamento, recebe e devolve o que chega a ele, comenta e acompanha.',
        'Gestor: além disso, distribui os itens que chegam ao seu departamento entre as pessoas dele, transfere itens de uma pessoa para outra e devolve de uma vez também os itens dos outros.',
        'Admin: vê todos os protocolos e cuida das configurações. Ser administrador não movimenta papel: receber, devolver e concluir continua sendo de quem está no departamento.',
        'Você vê os protocolos em que o seu departamento está em uma das pontas. Os outros não existem para você.',
      ],
    },
    {
      title: 'Meu dia',
      tags: ['o que fazer', 'segunda-feira', 'pendências', 'tudo em dia', 'a receber', 'atrasados', 'sem responsável'],
      text: [
        'No alto do dashboard está o que espera por você. À esquerda, o que fazer: o que está atrasado ou vence hoje, o que receber e o que confirmar, com o botão de cada linha. À direita, o que está com você e o que espera pelos outros: o que ninguém recebeu e o que já deveria ter voltado. Só aparece o que não é zero, e some quando está feito. Sem nada a fazer, aparece "Tudo em dia."',
        'Clique no título de uma lista para ver tudo o que ela conta. Itens sem responsável abrem ali mesmo, com a seta ao lado.',
      ],
    },
    {
      title: 'O dashboard',
      text: [
        'Abaixo do seu dia, ele mostra o que precisa voltar nos próximos 7 dias, o que está pendente e o que aconteceu há pouco. No fim ficam os números e o gráfico do período escolhido.',
        'Em "Retornos Próximos" há dois lados: o que o seu departamento tem para devolver e o que os outros têm para devolver a ele.',
      ],
    },
    {
      title: 'Notificações, tema e perfil',
      text: [
        'O sino no alto da tela avisa o que mudou. Clique em um aviso para ir ao protocolo; "Marcar todas como lidas" zera o número do sino, e "Ver todas" abre a página em que se procura por um aviso antigo. Em Meu Perfil você escolhe quais avisos quer receber; com e-mail configurado, os mesmos avisos chegam também por e-mail.',
        'O botão ao lado do sino troca entre o tema claro e o escuro. Em Meu Perfil também se muda o telefone e a senha e se encerram sessões abertas em outros aparelhos.',
      ],
    },
    {
      title: 'Busca rápida',
      tags: ['Ctrl+K', 'procurar', 'encontrar', 'achar', 'pasta', 'pesquisa', 'pessoa'],
      text: [
        'Ctrl+K abre a busca rápida em qualquer tela, com os protocolos que você abriu por último: digite o número de um protocolo ou de um documento, ou o que você lembra: a descrição ("pasta da Maria"), o motivo, as observações, uma pessoa, o tipo, o fornecedor ou o departamento. Cada resultado diz por que foi encontrado, com as palavras destacadas. A mesma busca está na lista de protocolos.',
        'Ela também encontra telas, ações e assuntos desta ajuda. O nome de uma pessoa na tela de usuários, ou nos detalhes de um item, leva ao que está com ela.',
      ],
    },
    {
      title: 'Sem conexão',
      tags: ['offline', 'internet', 'rede', 'caiu', 'tentar de novo'],
      text: [
        'Quando a rede cai, aparece "Sem conexão. Nada foi perdido." O que estava na tela e o que você digitou ficam onde estão; quando a rede volta, as listas se atualizam sozinhas.',
        'Quando a rede funciona e o sistema não responde, como durante uma troca de servidor, aparece "Reconectando… Nada foi perdido." Espere alguns segundos: ele volta sozinho.',
        'Um protocolo novo que não pôde ser enviado é enviado de novo sozinho, uma vez, se você não mexeu mais no formulário, e nunca em dobro. Nos outros casos, use "Tentar de novo" no aviso.',
      ],
    },
    {
      title: 'Quando um formulário é recusado',
      tags: ['erro', 'campos para corrigir', 'obrigatório'],
      text: [
        'Ao lado do botão aparece quantos campos faltam corrigir, cada um com um link que leva a ele. Cada campo diz o que falta.',
      ],
    },
  ],
}
