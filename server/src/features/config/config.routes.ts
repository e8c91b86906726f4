import { publicConfigWire } from '@malote/core/config/public-config.ts'
import type { App } from '../../app.ts'

/** What the web app must know of the installation before anybody signs in. */
export async function configRoutes(app: App) {
  app.get('/api/config', { config: { public: true }, schema: { response: { 200: publicConfigWire } } }, () => {
    const { ORG_NAME, SMTP_URL, SUPPORT_EMAIL, SUPPORT_PHONE, UPLOAD_MAX_MB, APP_TIMEZONE } = app.settings
    return {
      orgName: ORG_NAME ?? null,
      emailEnabled: SMTP_URL !== undefined,
      supportEmail: SUPPORT_EMAIL ?? null,
      supportPhone: SUPPORT_PHONE ?? null,
      uploadMaxMb: UPLOAD_MAX_MB,
      timeZone: APP_TIMEZONE,
    }
  })
}
