import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { type Ability, abilityOf } from '../../../machines/session/ability.ts'
import { useAtelier } from '../../context.ts'

export function useAbility(): Ability {
  const token = useSelector(useAtelier().session, ({ context }) => context.data?.token)
  return useMemo(() => abilityOf(token), [token])
}
