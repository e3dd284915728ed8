import { useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { hasFieldFor } from '../../machines/new-asset/assign-files.ts'
import { type Ability, can } from '../../machines/session/ability.ts'
import { useAtelier } from '../context.ts'
import { useAbility } from '../list/actions/use-ability.ts'
import type { RouteStaticData } from '../nav-items.tsx'
import { stashFiles } from '../new-asset/stashed-files.ts'
import { useFileDrag } from './use-file-drag.ts'

/**
 * Starts new assets from files dropped anywhere in the shell, if the user has permission. Disabled on pages that accept files
 * themselves.
 */
export function useQuickUpload() {
  const { cache } = useAtelier()
  const { navigate } = useRouter()
  const ability = useAbility()
  const mayMake = can(ability, 'create', 'Asset')
  const handlesFilesItself = useRouterState({
    select: ({ matches }) => matches.some(({ staticData }) => acceptsFiles(staticData, ability)),
  })
  const [hasRefused, setHasRefused] = useState(false)
  const startNewAssets = (files: readonly File[]) => {
    const assetFiles = files.filter(({ name }) => hasFieldFor(name))
    setHasRefused(assetFiles.length < files.length)
    if (assetFiles.length > 0) void navigate({ to: '/assets/new', state: { files: stashFiles(cache, assetFiles) } })
  }
  const isOver = useFileDrag(handlesFilesItself ? 'leave' : mayMake ? 'take' : 'refuse', startNewAssets)
  return { isOver, hasRefused, dismiss: () => setHasRefused(false) }
}

/** Returns whether a page accepts dropped files itself and the user is allowed to open that page. */
const acceptsFiles = ({ takesFiles, nav }: RouteStaticData, ability: Ability) =>
  takesFiles === true && (!nav?.needs || can(ability, nav.needs[0], nav.needs[1]))
