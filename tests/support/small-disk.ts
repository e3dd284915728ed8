import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of a test's own that can be filled up. */
export interface SmallDisk {
  readonly folder: string
  /** Takes all the room that is left, but for so many bytes. */
  fill(butFor?: number): void
  /** Gives it back. */
  free(): void
  remove(): void
}

/** Makes a disk of so many megabytes in memory; undefined where this account may not mount one. */
export function smallDisk(megabytes: number): SmallDisk | undefined {
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
    fill(butFor = 0) {
      try {
        writeFileSync(ballast, Buffer.alloc(megabytes * 1024 * 1024))
      } catch (fault) {
        if ((fault as NodeJS.ErrnoException).code !== 'ENOSPC') throw fault
      }
      truncateSync(ballast, statSync(ballast).size - butFor)
    },
    free: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
