/** Public interface of this feature. */
export {
  type AnswerableItem,
  dropAnswerLinks,
  endAnswerLinks,
  forgetOldAnswerLinks,
  issueAnswerLinks,
  type StoredAnswerLink,
  useAnswerLinks,
} from './answer-links.repo.ts'
