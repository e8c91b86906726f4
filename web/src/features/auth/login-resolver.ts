import { zodResolver } from '@hookform/resolvers/zod'
import { loginBody } from '@malote/core/auth/login.ts'

export const loginResolver = zodResolver(loginBody)
