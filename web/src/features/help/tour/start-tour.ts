import type { HelpSectionKey } from '@malote/core/help/help-section.ts'
import { driver, type PopoverDOM } from 'driver.js'
import 'driver.js/dist/driver.css'
import './tour.css'

/** Highlights the parts of the current screen one after the other; Esc ends the tour. */
export async function startTour(section: HelpSectionKey): Promise<void> {
  await isDrawn('main h1')
  const stops = tours[section]
  driver({
    steps: stops.map(({ target, title, text }) => ({ element: target, popover: { title, description: text } })),
    showProgress: true,
    progressText: '{{current}} de {{total}}',
    nextBtnText: 'Próximo',
    prevBtnText: 'Anterior',
    doneBtnText: 'Concluir',
    animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    smoothScroll: false,
    onPopoverRender: inPortuguese,
  }).drive()
}

/** The library labels its close button in English. */
function inPortuguese({ closeButton }: PopoverDOM) {
  closeButton.setAttribute('aria-label', 'Encerrar visita guiada')
}

/** Resolves when the new screen has rendered the element, at the latest after two seconds. */
function isDrawn(selector: string): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = performance.now() + 2000
    const look = () => {
      if (document.querySelector(selector) || performance.now() > giveUp) resolve()
      else requestAnimationFrame(look)
    }
    look()
  })
}

/** One stop of a guided tour: the highlighted element and its text. */
interface TourStop {
  /** CSS selector; if the element is missing, the text shows in the middle of the screen. */
  target: string
  title: string
  text: string
}

const filters = 'main search'
const rows = 'main table, main [role="list"], main ul'

const tours: Record<HelpSectionKey, readonly TourStop[]> = {
  intro: [
    {
      target: 'main h1',
      title: 'Dashboard',
      text: 'A primeira tela do dia: o que foi criado, o que está pendente e o que precisa voltar.',
    },
    { target: 'nav', title: 'As áreas', text: 'Daqui se chega a todas as telas. O botão no alto recolhe esta barra.' },
    {
      target: 'header button[aria-label*="otifica"]',
      title: 'Notificações',
      text: 'O número diz quantos avisos você ainda não leu. Clique em um deles para ir ao protocolo.',
    },
    {
      target: 'header',
      title: 'Busca rápida, tema e o seu menu',
      text: 'Ctrl+K busca protocolos, documentos e telas. Ao lado, o tema claro ou escuro, e o menu com Meu Perfil e Sair.',
    },
  ],
  protocols: [
    {
      target: 'main h1',
      title: 'Protocolos',
      text: 'Tudo o que o seu departamento enviou ou vai receber, do mais novo ao mais antigo.',
    },
    {
      target: filters,
      title: 'Buscar e filtrar',
      text: 'Busque por número, departamento ou texto. Em Filtros, limite por status, departamento e datas. O endereço guarda a sua escolha.',
    },
    {
      target: rows,
      title: 'A lista',
      text: 'O caminho de cada protocolo, a situação e o progresso. O lado que está com os itens aparece em destaque.',
    },
    {
      target: 'main [aria-label^="Ações do"]',
      title: 'Ações',
      text: 'Receber, conferir, editar, redirecionar, encaminhar, imprimir, recusar, cancelar ou concluir: o menu mostra só o que você pode fazer agora.',
    },
    { target: 'a[href="/protocolos/novo"]', title: 'Novo Protocolo', text: 'Comece aqui um novo envio.' },
  ],
  returns: [
    { target: 'main h1', title: 'Retorno de Itens', text: 'O que precisa voltar. O que vence primeiro vem primeiro.' },
    {
      target: filters,
      title: 'Buscar e filtrar',
      text: 'A tela abre com os pendentes. Os filtros mostram também os devolvidos, os atrasados e os próximos 7 dias; "Com ocorrência", só o que tem um problema em aberto.',
    },
    {
      target: 'main [aria-label="Quem deve devolver"]',
      title: 'Os dois lados',
      text: 'O que o seu departamento tem para devolver, e o que os outros têm para devolver a ele.',
    },
    {
      target: rows,
      title: 'Selecionar e devolver',
      text: 'Marque os itens e use "Retornar Selecionados". A caixa só fica ativa para itens com que você pode fazer algo.',
    },
  ],
  tracking: [
    { target: 'main h1', title: 'Rastreamento', text: 'Onde está um documento, agora.' },
    {
      target: filters,
      title: 'O que você sabe',
      text: 'Digite o que você sabe e busque: o Malote tenta número do protocolo, número do documento e tipo de item.',
    },
    {
      target: 'main',
      title: 'Resultados',
      text: 'Cada resultado diz onde o item está, quem responde por ele e os últimos passos. "Ver Timeline" abre a história completa.',
    },
  ],
  settings: [
    { target: 'main h1', title: 'Configurações', text: 'As listas de que os formulários precisam.' },
    {
      target: 'main ul, main nav',
      title: 'As áreas',
      text: 'Departamentos, categorias, tipos de itens, fornecedores, usuários e calendário. Quem não é administrador só consulta.',
    },
  ],
  reports: [
    {
      target: 'main h1',
      title: 'Relatórios',
      text: 'Os números dos protocolos criados no período, entre os que você pode ver.',
    },
    {
      target: filters,
      title: 'Período, departamento e tipo',
      text: 'O relatório muda na hora, e o endereço guarda a sua escolha.',
    },
    {
      target: 'main dl',
      title: 'Os quatro números',
      text: 'Clique no "i" ao lado de cada um para ler o que ele conta.',
    },
    { target: 'main figure', title: 'O gráfico', text: '"Dados Detalhados" mostra os mesmos números em texto.' },
    {
      target: 'main header',
      title: 'Levar embora',
      text: 'PDF para imprimir, Excel para calcular, CSV para a lista completa dos protocolos.',
    },
  ],
}
