import { publicConfigWire } from '@malote/core/config/public-config.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { App } from '../../platform/http/fastify.ts'
import { readOrgLogo } from './org-logo.ts'

const logoAddress = '/api/config/logo'

/** The settings that the web app needs before sign-in. */
export async function configRoutes(app: App) {
  const logo = await readOrgLogo(app.settings.ORG_LOGO)

  app.get('/api/config', { config: { access: 'everyone' }, schema: { response: { 200: publicConfigWire } } }, () => {
    const { ORG_NAME, SMTP_URL, SUPPORT_EMAIL, SUPPORT_PHONE, UPLOAD_MAX_MB, APP_TIMEZONE } = app.settings
    const { PASSWORD_LOGIN, OIDC_ISSUER, OIDC_LABEL, DPO_CONTACT } = app.settings
    return {
      orgName: ORG_NAME ?? null,
      orgLogo: logo && logoAddress,
      emailEnabled: SMTP_URL !== undefined,
      supportEmail: SUPPORT_EMAIL ?? null,
      supportPhone: SUPPORT_PHONE ?? null,
      uploadMaxMb: UPLOAD_MAX_MB,
      timeZone: APP_TIMEZONE,
      passwordLogin: PASSWORD_LOGIN,
      oidcLabel: OIDC_ISSUER === undefined ? null : OIDC_LABEL,
      dpoContact: DPO_CONTACT ?? null,
      retentionNotificationsDays: app.settings.RETENTION_NOTIFICATIONS_DAYS,
      retentionReadNotificationsDays: app.settings.RETENTION_READ_NOTIFICATIONS_DAYS,
      retentionAuditDays: app.settings.RETENTION_AUDIT_DAYS ?? null,
      retentionPeopleDays: app.settings.RETENTION_PEOPLE_DAYS ?? null,
    }
  })

  app.get(logoAddress, { config: { access: 'everyone' } }, (_request, reply) => {
    if (!logo) throw new AppError('ROUTE_NOT_FOUND')
    return reply
      .type(logo.contentType)
      .headers({ 'cache-control': 'public, max-age=3600', 'content-security-policy': "sandbox; default-src 'none'" })
      .send(logo.content)
  })
}
