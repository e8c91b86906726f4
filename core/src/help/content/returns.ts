import type { HelpSection } from '../help-section.ts'

export const returns: HelpSection = {
  key: 'returns',
  title: 'Retorno de Itens',
  summary: 'O que precisa voltar, até quando, e como devolver.',
  tags: [
    'devolução',
    'prazo',
    'atrasado',
    'data de retorno',
    'devolver em massa',
    'atribuir',
    'prorrogar',
    'lembrete',
    'cobrar',
    'calendário',
    'pedir mais prazo',
  ],
  screen: '/retornos',
  topics: [
    {
      title: 'A lista',
      text: [
        'Retorno de Itens mostra os itens que precisam voltar, primeiro os que vencem antes. Ao abrir, ela mostra os pendentes; em "Mostrar filtros" escolha a situação, o departamento ou a data: hoje, atrasados ou próximos 7 dias. A lista acompanha o que você digita na busca.',
        'Com um clique: "Para devolver" ou "A receber de volta" deixa só um dos lados, "Comigo" os itens pelos quais você responde, "Com ocorrência" os que têm um problema em aberto.',
        'Cada linha oferece o que se espera de você: Retornar, Atribuir, Cobrar. O resto está no menu ⋮ da linha; Exportar e Ocorrências, no menu do alto da tela.',
        'As cores da situação: Retornado em verde, Retorno Hoje, Atrasado em vermelho e Pendente. A situação nunca é dita só pela cor: há sempre um ícone e a palavra.',
      ],
    },
    {
      title: 'O calendário de devoluções',
      tags: ['calendário', 'mês', 'agenda', 'feriado', 'dias cheios'],
      text: [
        'Em Retorno de Itens, "Calendário" mostra o mês: quantos itens o seu departamento tem a devolver e a receber em cada dia, os feriados pelo nome e o que está atrasado. No celular aparecem só os dias que têm algo.',
        'Cada número leva à lista com exatamente esses itens; acima dela, "Data de retorno" lembra o dia e o × volta a mostrar todos. Quem é Admin vê os itens de todos os departamentos em um número só.',
      ],
    },
    {
      title: 'Devoluções no Google Agenda, no Outlook ou no Thunderbird',
      tags: ['Google', 'Outlook', 'Thunderbird', 'agenda', 'iCalendar', 'ics', 'assinar', 'sincronizar'],
      text: [
        'Um endereço só seu leva os seus prazos ao calendário que você já usa, no computador e no celular. O Gestor vê os prazos do que está com o departamento.',
      ],
      steps: [
        'Em Meu Perfil, em "Devoluções no seu calendário", clique em "Criar endereço" e em "Copiar".',
        'No outro calendário, adicione um calendário pelo endereço (URL) e cole-o.',
      ],
      note: 'O endereço aparece uma vez só e abre os prazos sem senha: não o compartilhe. Se ele se perder ou for visto por outra pessoa, crie um novo, e o antigo deixa de funcionar na hora; "Desativar" o encerra. O que foi devolvido fica por 30 dias como cancelado.',
    },
    {
      title: 'Devolver itens',
      text: [
        'O protocolo precisa ter sido recebido e o item precisa ter uma data de retorno.',
        'Você pode selecionar os itens pendentes pelos quais responde. O Gestor do destino pode selecionar todos os pendentes que têm um responsável.',
      ],
      steps: [
        'Marque os itens. A caixa do cabeçalho marca todos os que podem ser selecionados.',
        'Clique em "Retornar Selecionados" e confirme.',
        'Se algum não puder ser devolvido, o sistema diz quais e por quê; os outros são devolvidos.',
        'A origem confere o que chegou e usa "Marcar como Concluído", no protocolo ou na lista.',
      ],
      note: 'Também é possível devolver um item de cada vez: "Retornar" na linha, ou "Marcar como Retornado" no protocolo. Um item que você encaminhou a outro departamento só pode ser devolvido depois que voltar; a linha diz onde ele está.',
    },
    {
      title: 'Cobrar a devolução',
      tags: ['cobrar', 'pedir de volta', 'lembrar', 'atrasado'],
      text: [
        'A origem pede de volta o que ainda está fora: um item ou até 100 de uma vez, com uma mensagem se quiser. É avisado quem responde pelo item; sem responsável, os Gestores do destino. Cada item é cobrado no máximo uma vez por dia, e todos veem quando e por quem foi cobrado.',
      ],
      steps: [
        'Escolha "A receber de volta" e marque os itens.',
        'Clique em "Cobrar selecionados" e, se quiser, escreva uma mensagem.',
        'Confirme.',
      ],
    },
    {
      title: 'Vários itens de uma vez',
      tags: ['em massa', 'em lote', 'selecionar todos', 'prorrogar', 'tramitar', 'concluir', 'atribuir'],
      text: [
        'Com itens marcados você devolve, prorroga, tramita, atribui, conclui ou cobra todos de uma vez, conforme o seu lado e o seu papel. O que não puder ser feito é dito item por item; o resto é feito. Cada pessoa recebe um aviso só.',
      ],
    },
    {
      title: 'O que está com cada pessoa',
      tags: ['comigo', 'não atribuído', 'responsável', 'com quem está', 'pessoa'],
      text: [
        'Nos filtros, "Comigo" mostra os itens pelos quais você responde e "Não atribuído" os que ainda não têm responsável. O nome de uma pessoa, na tela de usuários ou nos detalhes de um item, leva ao que está com ela.',
      ],
    },
    {
      title: 'Quem responde pelo item',
      text: [
        'Um item sem responsável pode ser atribuído pelo Gestor do destino na própria lista. O responsável é sempre uma pessoa ativa do departamento de destino.',
        'Quando uma pessoa muda de departamento, os itens continuam com ela até que o Gestor os transfira.',
      ],
    },
    {
      title: 'Como a data de retorno é calculada',
      text: [
        'A categoria do item diz em quantos dias ele volta. O dia seguinte ao do envio é o primeiro. "Dias corridos" conta todos; "Dias úteis" pula sábados, domingos e os feriados do Calendário.',
        'Exemplo: enviado na quinta-feira 19/11/2026 com 5 dias úteis, o item volta até 27/11/2026, porque 20/11 é feriado.',
        'Com "Prorrogar prazo" a origem dá a um item pendente um dia posterior, nunca antes de hoje, e com um motivo.',
        'Pressione a data de um item para ver por que é essa: os dias contados, os que foram pulados, com o nome do feriado, e quem a mudou. Onde o prazo foi prorrogado, o primeiro continua ao lado como “Prazo original”.',
        'Ao escolher a categoria em um novo protocolo, uma linha diz em quanto tempo os itens dela costumam voltar daquele destino. Com menos de dez devoluções em um ano, ela diz que são poucas.',
      ],
    },
    {
      title: 'Pedir mais prazo',
      tags: ['mais tempo', 'pedido de prazo', 'estender', 'prorrogação', 'conceder', 'negar', 'adiar'],
      text: [
        'Quem responde por um item, ou o Gestor do destino, pede mais prazo a quem enviou. Enquanto o pedido está aberto, os dois lados veem "Mais prazo pedido até" ao lado do prazo, que continua valendo.',
        'O departamento de origem usa "Decidir pedido de prazo": concede com um clique, concede outra data ou nega dizendo por quê. O novo prazo vale na hora, e quem pediu é avisado. Se o item for devolvido ou cancelado antes, o pedido se encerra sozinho.',
      ],
      steps: [
        'Abra o item, no protocolo ou em Retorno de Itens, e escolha "Pedir mais prazo"; se o item ainda não tem prazo, "Pedir prazo".',
        'Escolha até quando: uma das datas sugeridas ou outra.',
        'Diga por quê, em uma frase, e envie.',
      ],
      note: 'Em Retorno de Itens, "Pedidos de prazo" lista o que há a decidir e o que o seu departamento pediu, com a resposta.',
    },
    {
      title: 'Responder a um lembrete pelo e-mail',
      tags: [
        'e-mail',
        'link',
        'já devolvi',
        'não está comigo',
        'preciso de mais prazo',
        'responder',
        'celular',
        'sem senha',
      ],
      text: [
        'No lembrete, cada linha sobre um item que está com o seu departamento tem três respostas: "Já devolvi", "Preciso de mais prazo" e "Não está comigo". O link abre uma página sem senha, também no celular. Abrir a página não responde nada: a resposta só vale quando você a envia.',
        '"Já devolvi" e "Não está comigo" viram uma ocorrência, que a origem confere. "Preciso de mais prazo" vira um pedido de prazo.',
        'Cada link vale por 10 dias e uma resposta. Depois disso, ou quando o item já foi resolvido, a página diz o que aconteceu.',
      ],
      note: 'Encaminhar o e-mail a outra pessoa dá a ela essas três respostas sobre os itens dele, em seu nome, e nada mais. No Malote, as mesmas respostas estão no item: "Responder ao lembrete".',
    },
    {
      title: 'Lembretes',
      text: [
        'Nos dias úteis, de manhã, o sistema lembra do que vence amanhã, do que vence hoje e do que está atrasado (e de novo a cada semana). Tudo vem em um aviso só por pessoa. Três dias úteis depois do prazo os Gestores do destino também são avisados.',
        'Quem não quer esses avisos os desliga em Meu Perfil, em "Retorno de item".',
      ],
    },
  ],
}
