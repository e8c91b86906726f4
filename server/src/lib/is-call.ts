/** Whether an address, with or without its query, is one of the API: what lies below these is no page. */
export const isCall = (address: string): boolean => /^\/(api|notifications|feedback|suggestions)([/?]|$)/.test(address)
