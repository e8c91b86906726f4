/** Extensions of the files that a new protocol may carry (SPEC 5 "New protocol"). */
export const creationFormats = ['pdf', 'doc', 'docx', 'jpg', 'jpeg', 'png', 'txt', 'xls', 'xlsx'] as const

/** Extensions of the files that an edit may add (SPEC 5 "New protocol"). */
export const editFormats = [...creationFormats, 'gif'] as const
