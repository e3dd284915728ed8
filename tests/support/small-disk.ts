import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Disk of one test that can be filled. */
export interface SmallDisk {
  readonly folder: string
  /** Fills the disk, except for `exceptBytes` bytes. */
  fillUp(exceptBytes?: number): void
  freeSpace(): void
  remove(): void
}

/** Mounts a disk of `megabytes` MB in memory. Returns undefined if this account is not allowed to mount. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fillUp(exceptBytes = 0) {
      try {
        writeFileSync(ballast, Buffer.alloc(megabytes * 1024 * 1024))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
      truncateSync(ballast, statSync(ballast).size - exceptBytes)
    },
    freeSpace: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
