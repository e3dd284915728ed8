import { useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { type Ability, may } from '../../machines/rules/ability.ts'
import { isPlaceable } from '../../machines/rules/place-files.ts'
import { useAtelier } from '../context.ts'
import { useAbility } from '../list/use-ability.ts'
import { holdFiles } from '../new-asset/held-files.ts'
import type { RouteStatement } from './places.tsx'
import { useFileDrag } from './use-file-drag.ts'

/** Files dropped anywhere in the shell begin new assets, by who may make some; a page that takes files itself keeps them. */
export function useQuickUpload() {
  const { kept } = useAtelier()
  const { navigate } = useRouter()
  const ability = useAbility()
  const mayMake = may(ability, 'create', 'Asset')
  const isLeft = useRouterState({
    select: ({ matches }) => matches.some(({ staticData }) => takes(staticData, ability)),
  })
  const [hasRefused, setHasRefused] = useState(false)
  const take = (files: readonly File[]) => {
    const fitting = files.filter(({ name }) => isPlaceable(name))
    setHasRefused(fitting.length < files.length)
    if (fitting.length > 0) void navigate({ to: '/assets/new', state: { files: holdFiles(kept, fitting) } })
  }
  const isOver = useFileDrag(isLeft ? 'leave' : mayMake ? 'take' : 'refuse', take)
  return { isOver, hasRefused, dismiss: () => setHasRefused(false) }
}

/** Whether a page takes files itself, from this person. */
const takes = ({ takesFiles, nav }: RouteStatement, ability: Ability) =>
  takesFiles === true && (!nav?.needs || may(ability, nav.needs[0], nav.needs[1]))
