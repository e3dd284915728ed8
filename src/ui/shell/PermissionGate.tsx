import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { can } from '../../machines/session/ability.ts'
import { useAbility } from '../list/actions/use-ability.ts'
import { ForbiddenState } from './ForbiddenState.tsx'

/** Renders the page, or {@link ForbiddenState} if the user lacks the permission in the route's metadata. */
export function PermissionGate({ children }: { children: ReactNode }) {
  const ability = useAbility()
  const needs = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.nav?.needs })
  return !needs || can(ability, needs[0], needs[1]) ? children : <ForbiddenState />
}
