import { execFileSync } from 'node:child_process'

/** Below it are the cgroups of the containers. */
export const cgroupParent = '/malote-drill'

/** Removes the cgroups, which outlive the namespaces. They are in each controller's folder, or in the only one. */
export function withoutCgroups(): void {
  const found = execFileSync('find', ['/sys/fs/cgroup', '-depth', '-type', 'd', '-path', `*${cgroupParent}*`])
  for (const folder of found.toString().split('\n').filter(Boolean)) execFileSync('rmdir', [folder])
}
