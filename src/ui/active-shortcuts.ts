import { useLayoutEffect } from 'react'

/** Group of keyboard shortcuts, listed in the shortcuts dialog. */
export type ShortcutGroup = 'list' | 'preview' | 'moves' | 'form' | 'stage' | 'neighbours' | 'queue'

const activeGroups: ShortcutGroup[] = []

export function useActiveShortcuts(...sets: readonly (ShortcutGroup | false)[]): void {
  const groupList = sets.filter(Boolean).join(' ')
  useLayoutEffect(() => {
    const activated = groupList.split(' ').filter(Boolean) as ShortcutGroup[]
    activeGroups.push(...activated)
    return () => {
      for (const group of activated) activeGroups.splice(activeGroups.indexOf(group), 1)
    }
  }, [groupList])
}

export const getActiveShortcuts = (): ReadonlySet<ShortcutGroup> => new Set(activeGroups)
