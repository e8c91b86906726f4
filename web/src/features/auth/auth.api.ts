import { mutationOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const forgotPassword = mutationOptions({
  mutationFn: (email: string) => api.post<void>('/api/auth/forgot-password', { email }),
})

export const setPassword = mutationOptions({
  mutationFn: (change: { token: string; newPassword: string }) => api.post<void>('/api/auth/password', change),
})
