/** Loads the app. */
export const loadApp = () => import('./open-app.tsx')
