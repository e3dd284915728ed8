import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { may } from '../../machines/rules/ability.ts'
import { useAbility } from '../list/use-ability.ts'
import { Forbidden } from './Forbidden.tsx'

/** The page that is shown; what the navigation keeps from a person, its address keeps from them too, and says so. */
export function Allowed({ children }: { children: ReactNode }) {
  const ability = useAbility()
  const needs = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.nav?.needs })
  return !needs || may(ability, needs[0], needs[1]) ? children : <Forbidden />
}
