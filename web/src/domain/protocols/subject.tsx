interface SubjectProps {
  /** The remarks of a protocol, of any length. */
  children: string | null | undefined
}

/** What a protocol is about, on one line: the first words of each row and card. */
export const Subject = ({ children }: SubjectProps) => (
  <span className="cut subject">{children || 'Sem observações'}</span>
)
