/** The sample organisation: its people, departments and lists. */

/** The account that founds the organisation. */
export const founderEmail = 'admin@malote.demo'

export const departments = [
  ['Recursos Humanos', 'Admissões, folha, benefícios e desligamentos'],
  ['Jurídico', 'Contratos, processos e pareceres'],
  ['Financeiro', 'Contas a pagar, a receber e tesouraria'],
  ['Compras', 'Cotações, pedidos e cadastro de fornecedores'],
  ['Tecnologia da Informação', 'Sistemas, equipamentos e suporte'],
  ['Almoxarifado', 'Guarda e entrega de materiais'],
  ['Contabilidade', 'Escrituração e obrigações fiscais'],
  ['Diretoria', 'Aprovações e assinaturas'],
] as const

/** Name, index of the department, role. The first person of a department with a Gestor is its Gestor. */
export const people = [
  ['Helena Prado', 4, 'Admin'],
  ['Rogério Falcão', 7, 'Admin'],
  ['Ana Beatriz Nogueira', 0, 'Gestor'],
  ['Bruno Siqueira', 0, 'Usuário'],
  ['Camila Tavares', 0, 'Usuário'],
  ['Danilo Moura', 0, 'Usuário'],
  ['Eduarda Pires', 1, 'Gestor'],
  ['Fábio Conceição', 1, 'Usuário'],
  ['Gabriela Antunes', 1, 'Usuário'],
  ['Heitor Lacerda', 1, 'Usuário'],
  ['Isabela Rocha', 2, 'Gestor'],
  ['João Pedro Assunção', 2, 'Usuário'],
  ['Karina Vasconcelos', 2, 'Usuário'],
  ['Leonardo Brandão', 2, 'Usuário'],
  ['Márcia Guimarães', 3, 'Gestor'],
  ['Nelson Azevedo', 3, 'Usuário'],
  ['Olívia Carneiro', 3, 'Usuário'],
  ['Paulo César Dantas', 4, 'Gestor'],
  ['Quitéria Ramos', 4, 'Usuário'],
  ['Rafael Ishikawa', 4, 'Usuário'],
  ['Sílvia Monteiro', 5, 'Gestor'],
  ['Tiago Belarmino', 5, 'Usuário'],
  ['Úrsula Freire', 5, 'Usuário'],
  ['Valdir Espíndola', 5, 'Usuário'],
  ['Wagner Coutinho', 6, 'Gestor'],
  ['Ximena Duarte', 6, 'Usuário'],
  ['Yara Figueiredo', 6, 'Usuário'],
  ['Zélia Brito', 6, 'Usuário'],
  ['Antônio Sampaio', 7, 'Gestor'],
  ['Beatriz Leal', 7, 'Usuário'],
] as const

export const itemTypes = [
  ['Contrato', 'Instrumento assinado ou minuta'],
  ['Nota fiscal', 'Documento fiscal em papel'],
  ['Processo', 'Autos e volumes'],
  ['Pasta funcional', 'Prontuário de colaborador'],
  ['Notebook', 'Equipamento com patrimônio'],
  ['Carimbo', null],
  ['Chave', 'Chave de sala, cofre ou veículo'],
  ['Relatório', null],
  ['Procuração', 'Original com firma reconhecida'],
] as const

/** Name, days until return (null: no return), how they are counted, colour. */
export const categories = [
  ['Assinatura', 5, 'Dias úteis', '#0E7C86'],
  ['Análise', 10, 'Dias úteis', '#4B6FB3'],
  ['Empréstimo', 15, 'Dias corridos', '#B0762B'],
  ['Urgente', 2, 'Dias úteis', '#B33A32'],
  ['Auditoria', 30, 'Dias corridos', '#6B5B95'],
  ['Arquivo definitivo', null, 'Dias corridos', '#64748B'],
  ['Informativo', null, 'Dias úteis', '#3B8254'],
] as const

/** Company, state, city, first 12 digits of its CNPJ; the check digits are computed. */
export const suppliers = [
  ['Papelaria Ipê Ltda.', 'SP', 'São Paulo', '112223330001'],
  ['Gráfica Araucária S.A.', 'PR', 'Curitiba', '204518770001'],
  ['Transportes Serra do Mar Ltda.', 'SC', 'Joinville', '317842060001'],
  ['Tecnodata Equipamentos Ltda.', 'SP', 'Campinas', '425510930001'],
  ['Mineira Alimentos Ltda.', 'MG', 'Belo Horizonte', '538266410001'],
  ['Cartório Digital Serviços Ltda.', 'RJ', 'Rio de Janeiro', '649037150001'],
  ['Nordeste Energia Solar S.A.', 'PE', 'Recife', '750194820001'],
  ['Amazônia Madeiras Certificadas Ltda.', 'PA', 'Belém', '861720540001'],
  ['Pampa Manutenção Predial Ltda.', 'RS', 'Porto Alegre', '972385060001'],
  ['Cerrado Consultoria Contábil Ltda.', 'DF', 'Brasília', '083914270001'],
  ['Litoral Segurança Patrimonial Ltda.', 'BA', 'Salvador', '194063580001'],
  ['Chapada Uniformes Ltda.', 'GO', 'Goiânia', '205571390002'],
] as const

export const remarks = [
  'Contratos para assinatura da diretoria',
  'Notas fiscais do mês para conferência',
  'Volumes do processo trabalhista para parecer',
  'Pastas de admissão para digitalização',
  'Equipamento para troca de tela',
  'Chaves do depósito e do veículo 12',
  'Documentação da auditoria externa',
  'Procurações para reconhecimento de firma',
  'Relatório trimestral para ciência',
  'Propostas da cotação 47 para análise',
  'Documentos da rescisão, por favor conferir as assinaturas',
  'Comprovantes de pagamento para arquivo',
] as const

export const reasons = [
  'Conferência e devolução do original',
  'Coleta de assinatura',
  'Análise do setor',
  'Empréstimo para consulta',
  'Manutenção do equipamento',
] as const

/** What people call an item; not every item has such a name. */
export const descriptions = [
  'Pasta da Maria Souza',
  'Processo do galpão 3',
  'Caixa azul do arquivo',
  'Contrato do elevador',
  'Chave reserva da sala 204',
] as const

/** Messages with which the origin asks for late items. */
export const reminderMessages = [
  'Precisamos disso para a auditoria de sexta-feira.',
  'Podem devolver ainda esta semana?',
  'Se precisarem de mais prazo, avisem.',
] as const

export const comments = [
  'Recebido na recepção, está sobre a minha mesa.',
  'Falta a última página do anexo II, podem verificar?',
  'Assinatura prevista para amanhã cedo.',
  'Pode deixar que eu mesmo devolvo.',
  'Segue também a cópia autenticada.',
  'Prazo combinado por telefone com o setor.',
] as const

export const cancelReasons = [
  'Enviado ao departamento errado',
  'Documento substituído por versão nova',
  'Solicitação retirada pelo setor',
] as const
