export { backupCheck } from './backup-check.ts'
export { type BackupRunner, backupRunner } from './run-backups.ts'
