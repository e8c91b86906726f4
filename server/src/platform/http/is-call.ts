/** Whether a URL, with or without its query, belongs to the API; such URLs are never pages of the web app. */
export const isCall = (address: string): boolean => /^\/(api|notifications|feedback|suggestions)([/?]|$)/.test(address)
