/** Public interface of this feature. */
export {
  type AnswerableItem,
  dropAnswerLinks,
  endAnswerLinks,
  forgetOldAnswerLinks,
  issueAnswerLinks,
  type StoredAnswerLink,
  spendAnswerLinks,
} from './answer-links.repo.ts'
