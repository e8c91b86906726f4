import type { HelpSection } from '../help-section.ts'

export const protocols: HelpSection = {
  key: 'protocols',
  title: 'Protocolos',
  summary: 'Criar, receber, encaminhar, acompanhar, concluir, cancelar e imprimir um envio.',
  tags: [
    'novo protocolo',
    'enviar',
    'receber',
    'editar',
    'encaminhar',
    'concluir',
    'cancelar',
    'imprimir',
    'anexo',
    'item',
    'comentário',
    'histórico',
    'status',
    'descrição',
    'enviar de novo',
    'vários destinos',
    'colar da planilha',
    'conferir',
    'recusar',
    'redirecionar',
  ],
  screen: '/protocolos',
  topics: [
    {
      title: 'Criar um protocolo',
      text: [
        'Só o departamento de origem cria e edita. A origem já vem preenchida com o seu departamento.',
        'Para enviar o mesmo a vários departamentos (até 20), escolha todos como destino: cada um recebe o seu protocolo, com os mesmos itens e anexos, e os responsáveis são indicados depois.',
      ],
      steps: [
        'Em Protocolos, clique em "Novo Protocolo".',
        'Escolha o departamento de destino.',
        'Marque "Este protocolo requer devolução de itens" se eles precisam voltar. Isso muda as categorias que podem ser escolhidas: com devolução, só as que têm prazo; sem devolução, só as que não têm.',
        'Para cada item, escolha o tipo; se quiser, informe número do documento, descrição, categoria, fornecedor (digite 2 letras do nome ou do CNPJ), responsável e um arquivo. Com devolução, o motivo é obrigatório e a data de retorno é calculada pela categoria. O que não aparece está em "Mais campos".',
        'Para os demais itens, use "Adicionar Item". O item novo começa com o tipo, a categoria, o fornecedor, o responsável e o motivo do anterior; "Limpar campos" esvazia tudo.',
        'Escreva as observações e use "Salvar".',
      ],
      note: 'Se o envio falhar, nada do que foi digitado se perde: corrija ou tente de novo. Clicar duas vezes não cria dois protocolos.',
    },
    {
      title: 'Enviar muitos itens de uma vez',
      tags: ['colar', 'planilha', 'tabela', 'Excel', 'leitor de código de barras', 'repetir', 'Enter'],
      text: [
        'Enter vai ao próximo campo e, no último, a um novo item: um leitor de código de barras pode ler um documento atrás do outro. "Salvar" e Ctrl+Enter enviam. Um item novo repete o tipo, a categoria, o fornecedor, o responsável e o motivo do anterior; "Limpar campos" esvazia tudo.',
        'Em "Tabela", é possível digitar linha por linha ou colar linhas copiadas de uma planilha. Um nome que o sistema não conhece fica marcado para você corrigir. Um número de documento repetido, ou que já está fora, é avisado.',
      ],
    },
    {
      title: 'Enviar de novo e para vários destinos',
      tags: [
        'enviar de novo',
        'repetir protocolo',
        'copiar',
        'salvar e criar outro',
        'circular',
        'vários departamentos',
      ],
      text: [
        '"Enviar de novo" abre o formulário com os dados de um protocolo que você já enviou. "Salvar e criar outro" envia e deixa o formulário pronto para o próximo.',
        'Com mais de um destino, é criado um protocolo para cada um (de 2 a 20). O resultado diz quais foram criados. Nesse caso o responsável é escolhido depois, em cada destino.',
      ],
    },
    {
      title: 'A descrição de um item',
      tags: ['apelido', 'pasta', 'nome do item', 'como as pessoas chamam'],
      text: [
        'Diga na descrição como as pessoas chamam o item: "pasta da Maria Souza". Ela aparece onde o item aparece, é impressa na guia e pode ser buscada.',
      ],
    },
    {
      title: 'A lista: atrasados, aqui e por prazo',
      tags: ['filtro', 'atrasados', 'espera por nós', 'ordenar', 'linhas por página', 'selecionar'],
      text: [
        '"Esperando aqui" e "Somente atrasados", acima da lista, deixam só o que espera pelo seu departamento ou está atrasado; em "Filtros", ordene pelo prazo mais próximo. Os números acima da lista são links para o que contam. Escolha 10, 25 ou 50 linhas por página.',
        'Clique em qualquer lugar de uma linha para abri-la. A seleção continua ao mudar de página; com Shift você marca um intervalo.',
      ],
    },
    {
      title: 'As situações de um protocolo',
      text: [
        'Pendente: foi enviado e o destino ainda não recebeu. Só agora a origem pode editar.',
        'Em andamento: o destino recebeu e os itens estão com ele. Só existe nos protocolos que requerem devolução.',
        'Concluído: acabou bem. Cancelado: foi desfeito, com um motivo; ao lado se lê Recusado, se foi o destino que não quis receber, ou Redirecionado, se os itens seguiram para outro departamento. Nenhum deles volta atrás.',
      ],
    },
    {
      title: 'Receber e concluir',
      text: [
        'Receber é de quem está no departamento de destino, e só vale para protocolos que requerem devolução.',
        'Enquanto ninguém recebe, a lista e o protocolo dizem desde quando: "aguarda recebimento há 3 dias úteis". Depois de dois dias úteis isso fica em destaque.',
        'Sem devolução, quem usa "Concluir" é o destino: todos os itens passam a concluídos.',
        'Com devolução, quem conclui é a origem, depois que nenhum item está pendente: cada um foi devolvido, concluído ou cancelado.',
      ],
    },
    {
      title: 'Conferir e receber',
      tags: ['conferência', 'não veio', 'avariado', 'faltou item', 'diferente do descrito', 'foto', 'ocorrência'],
      text: [
        'Se tudo chegou, "Receber" basta. Para conferir item por item, use "Conferir e receber", ao lado: todos estão marcados como Veio.',
      ],
      steps: [
        'Marque só o que está errado: Não veio, Avariado ou Diferente do descrito.',
        'Descreva o que foi encontrado e, se quiser, junte até 5 fotos (no celular, "Tirar foto" abre a câmera).',
        'Use "Receber com 1 ocorrência": o protocolo é recebido, e cada problema fica registrado até a origem resolver.',
      ],
      note: 'Em uma lista longa, busque pelo número. Se um colega receber antes, o Malote diz quem foi, e o que você encontrou ainda pode ser registrado.',
    },
    {
      title: 'Receber vários de uma vez',
      tags: ['selecionar', 'em massa', 'receber selecionados'],
      text: [
        'Na lista, marque os protocolos (até 100) e use "Receber selecionados". A confirmação diz quantos ficam de fora e por quê. Cada um é recebido por si: os que não puderem ser recebidos aparecem acima da lista, com o motivo.',
      ],
    },
    {
      title: 'Conferência: receber e devolver pela etiqueta',
      tags: ['leitor', 'código de barras', 'QR', 'etiqueta', 'escanear', 'balcão', 'câmera', 'celular', 'aplicativo'],
      text: [
        '"Conferência" (no alto de Protocolos e de Retorno de Itens, ou Ctrl+K) é a tela do balcão: escolha Receber, Devolver, Localizar ou Conferir e leia uma etiqueta depois da outra, com um leitor, com a câmera ou digitando o código. O resultado aparece grande; feito, já feito e recusado têm sons diferentes.',
        'Ao receber, o que não requer devolução é concluído: quem abre o malote faz o mesmo gesto com tudo. A etiqueta de um protocolo em Devolver retorna todos os seus itens que podem voltar.',
        'Em Conferir, leia a guia (ou escolha o protocolo) e a etiqueta de cada item. O que faltar vira ocorrência com um clique, ao receber.',
        'Sem rede, as leituras esperam neste navegador e são enviadas, em ordem, quando ela voltar; recarregar a página ou sair não perde nenhuma. No celular, instale o Malote pelo menu do navegador: ele abre na Conferência.',
      ],
      note: 'O leitor não precisa de configuração. Se algo estranho acontecer, "Testar leitor" mostra o que chega dele e o que mudar.',
    },
    {
      title: 'Recusar e redirecionar',
      tags: ['departamento errado', 'endereço errado', 'devolver sem receber', 'mandar a outro departamento'],
      text: [
        'O que chegou ao departamento errado não precisa ser recebido. Os dois caminhos valem só enquanto o protocolo está pendente, e pedem um motivo.',
        '"Recusar" é do destino: o protocolo é cancelado, e quem o enviou é avisado.',
        '"Redirecionar" é da origem: escolha o departamento certo, e os mesmos itens, com os seus arquivos, seguem em um novo protocolo. Cada um dos dois tem um link para o outro. Os responsáveis são indicados de novo, e os prazos, calculados de novo.',
      ],
    },
    {
      title: 'Encaminhar: quando os itens seguem adiante',
      tags: [
        'encaminhar',
        'repassar',
        'passar adiante',
        'outro departamento',
        'próximo departamento',
        'caminho',
        'está em',
        'aguarde a volta',
        'veio de',
      ],
      text: [
        'Quem está com os itens pode encaminhá-los a outro departamento. Nasce um protocolo novo, do seu departamento para o próximo, e o protocolo de onde eles vieram mostra onde cada um está.',
        'O caminho no alto do protocolo cresce com a viagem: cada parada, quem está com os itens agora e desde quando, e até quando cada trecho volta. Se os itens se separam, o caminho se divide e diz quantos foram por onde.',
        'Com devolução, um item encaminhado volta pelo mesmo caminho: cada departamento devolve ao anterior, que confirma. Enquanto ele está fora, não pode ser devolvido, concluído nem cancelado no protocolo anterior: "Este item está em Jurídico. Aguarde a volta." O prazo de cada trecho nunca passa do prazo do trecho anterior.',
      ],
      steps: [
        'No menu do protocolo, escolha "Encaminhar". Ou marque itens no protocolo e use "Encaminhar selecionados".',
        'Confira os itens que seguem e até quando cada um volta. Os que já estão em outro departamento dizem onde.',
        'Escolha o próximo departamento, escreva por que os itens seguem e encaminhe.',
      ],
      note: 'Para devolver à origem não se encaminha: use "Marcar como Retornado". Quem enviou primeiro vê por onde os itens passam, mas não lê os protocolos dos outros departamentos. Um item passa por no máximo dez protocolos.',
    },
    {
      title: 'Papéis, etiquetas e códigos',
      tags: ['guia de remessa', 'recibo', 'dossiê', 'etiqueta', 'PDF', 'QR', 'código', 'verificar', 'duas vias'],
      text: [
        'Cada protocolo e cada item tem um código, que está em todos os papéis, com um QR ao lado. Quem o lê com o celular, ou o digita na busca rápida (Ctrl+K), chega ao protocolo e vê se o papel ainda vale e o que mudou depois da impressão. Quem não tem acesso pode conferir o papel em "/verificar", que só diz o que ele já diz.',
        '"Papéis", no protocolo, abre em PDF: a saída em uma ou duas vias, a guia de remessa, as etiquetas e o dossiê. Para vários de uma vez, selecione na lista: "Guia de remessa" e "Etiquetas" em Protocolos; "Etiquetas" e "Recibo de devolução" em Retorno de Itens.',
        'Imprima etiquetas em tamanho real (100 %). Se elas saírem deslocadas, imprima a folha de calibração, meça e informe o deslocamento: o navegador o guarda para cada impressora. Em uma folha já começada, escolha a primeira etiqueta livre.',
      ],
    },
    {
      title: 'Cancelar e editar',
      text: [
        'Quem vê um protocolo em aberto pode cancelá-lo, com um motivo. O cancelamento não pode ser desfeito e cancela os itens pendentes.',
        'Editar é só da origem, enquanto está pendente: observações, números e o que mais descreve os itens. Depois do recebimento, um número errado vira a ocorrência "Diferente do descrito". Se outra pessoa salvou antes, o sistema avisa quem foi e oferece a versão nova.',
      ],
    },
    {
      title: 'Itens: responsável, prazo e anexos',
      text: [
        'Clique em um item para ver todos os dados dele e abrir os anexos em outra aba.',
        'O Gestor do destino atribui um responsável a cada item pendente ("Atribuir usuário", ou "Atribuir em massa" para vários) e o transfere a outra pessoa com "Tramitar Item"; por oito segundos, "Desfazer" ou Ctrl+Z o dá de volta.',
        'A origem dá a um item pendente um prazo ("Definir prazo") ou um dia posterior ("Prorrogar prazo"), com um motivo. A primeira data fica registrada.',
        'A descrição de um item diz como as pessoas o chamam ("pasta da Maria"), com até 200 letras; ela aparece onde o item aparece.',
        'Anexos podem ser PDF, Word, Excel, texto ou imagem. O limite de tamanho aparece no formulário.',
      ],
    },
    {
      title: 'Ocorrências: não veio, avariado, extraviado',
      tags: [
        'ocorrência',
        'não veio',
        'avariado',
        'extraviado',
        'perdido',
        'já devolvido',
        'não está comigo',
        'baixa',
        'foto',
      ],
      text: [
        'Quem vê o protocolo registra o que deu errado com um item em aberto: no menu do item, "Registrar ocorrência". Diga o que aconteceu, descreva e, se quiser, junte até 5 fotos ou arquivos; no celular, "Tirar foto" abre a câmera.',
        'A ocorrência aparece no alto do protocolo, no item, nas listas e no rastreamento até alguém resolver, e a outra pessoa é avisada. Com "Não veio", "Extraviado" ou "Já devolvido" em aberto, os lembretes do prazo vão a quem criou o protocolo, e não a quem está com o item.',
        'O que não veio ou foi extraviado fica de fora quando se retornam, concluem ou encaminham vários itens, e a tela diz quais são. Se o item apareceu, resolva a ocorrência, ou use o menu do próprio item para retornar ou concluir.',
        'Quem resolve é a origem: Encontrado, Substituído, Devolvido (o item passa a retornado), Baixa (o item é cancelado) ou Improcedente. Quem registrou por engano pode dizer que é improcedente. O que foi resolvido fica no histórico do item.',
        'Em Ocorrências (Ctrl+K, ou no alto de Protocolos e de Retorno de Itens) estão todas as que você pode ver, com filtros de situação, tipo e departamento.',
      ],
    },
    {
      title: 'Comentários e histórico',
      text: [
        'Na aba Comentários todos que veem o protocolo conversam, menos quando ele está cancelado. Só o autor apaga o próprio comentário, e não depois de concluído ou cancelado.',
        'O aviso de um comentário mostra o começo dele enquanto ele existir: apagar o comentário apaga também a citação.',
        'A aba Histórico mostra tudo o que aconteceu, com quem e quando. Ela nunca é alterada, a não ser por uma remoção de conteúdo, que fica registrada. O que alguém fez com muitos itens de uma vez é um registro só, que se abre.',
      ],
    },
    {
      title: 'Remover um arquivo ou texto enviado por engano',
      tags: ['remover conteúdo', 'dados pessoais', 'LGPD', 'apagar anexo', 'anexo errado', 'tarja'],
      text: [
        'Só administradores removem, em qualquer situação do protocolo: no menu (⋮) ao lado do anexo, do comentário, das observações, do registro do histórico ou dos textos de um item, escolha "Remover conteúdo…" e diga o motivo. Se faz mais de 10 minutos que você entrou, a senha é pedida de novo.',
        'No lugar fica "[conteúdo removido]", com quem removeu e quando; o motivo está no histórico. As cópias em notificações, em e-mails ainda na fila e nos registros do histórico que citam o texto também somem. O que uma ação com vários itens escreveu no histórico de outros protocolos é removido em cada um.',
      ],
      note: 'Não há volta. Cópias de segurança já feitas, e-mails já enviados, exportações e folhas impressas continuam com o conteúdo: avise quem cuida deles. O número do documento não pode ser removido.',
    },
    {
      title: 'Imprimir a guia de saída',
      text: [
        'A guia tem o cabeçalho da organização, remetente e destinatário, a lista de itens, linhas para assinatura e um código QR que abre o protocolo. Protocolos cancelados não são impressos.',
      ],
      note: 'Se nada abrir, permita pop-ups para o endereço do Malote no navegador.',
    },
  ],
}
