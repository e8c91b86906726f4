import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstAdmin } from '../../e2e/support/server.ts'
import { root } from '../../scripts/lib/run.ts'

/** The address of the proxy. */
export const url = 'https://localhost'

/** Where `docker-compose` runs. */
export const composeIn = (folder: string) => join(folder, 'deploy/compose')

/** Copies `deploy` and fills it in as its files say: settings, host name, certificate. @returns the certificate's file */
export async function placeDeployment(folder: string): Promise<string> {
  cpSync(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true })
  const compose = composeIn(folder)
  const values: Record<string, string> = {
    APP_URL: url,
    ADMIN_EMAIL: firstAdmin.email,
    ADMIN_PASSWORD: firstAdmin.password,
  }
  const settings = readFileSync(join(compose, 'env.example'), 'utf8').replaceAll(
    /^(\w+)=.*$/gm,
    (line, name: string) =>
      /^(SMTP_URL|MAIL_FROM|BACKUP_BUCKET)=/.test(line)
        ? `${name}=`
        : `${name}=${values[name] ?? randomBytes(24).toString('hex')}`,
  )
  writeFileSync(join(compose, '.env'), settings)
  const proxy = join(folder, 'deploy/nginx.conf')
  writeFileSync(proxy, readFileSync(proxy, 'utf8').replaceAll('malote.exemplo.com.br', 'localhost'))
  const tls = join(compose, 'tls')
  mkdirSync(tls)
  const certificate = join(tls, 'malote.pem')
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', join(tls, 'malote.key'), '-out', certificate]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, ...files]
  execFileSync('openssl', request, { stdio: 'ignore' })
  return certificate
}
