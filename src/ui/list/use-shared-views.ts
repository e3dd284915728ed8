import { SHARED_LISTS } from '../../api/contract/views.ts'
import { may } from '../../machines/rules/ability.ts'
import { type SharedView, sharedOf } from '../../machines/rules/views.ts'
import { useAtelier } from '../context.ts'
import { useAsking } from '../use-asking.ts'
import { useAbility } from './use-ability.ts'

/** The views that are shared of a list. */
export interface SharedViews {
  /** What others share, by name. */
  shared: readonly SharedView[]
  /** This person may share their own. */
  mayShare: boolean
  /** This person may end what others share. */
  mayEnd: boolean
  askAgain: () => void
}

/** What others share of a list, and what this person may do about sharing; nothing of a list that is each person's own. */
export function useSharedViews(listId: string): SharedViews {
  const { views } = useAtelier()
  const ability = useAbility()
  const account = Object.hasOwn(SHARED_LISTS, listId) ? views?.() : null
  const { answer, askAgain } = useAsking({
    question: account ? listId : null,
    ask: async (list) => sharedOf((await account?.readShared(list)) ?? []),
    keptAs: 'shared-views',
  })
  const isSharable = !!account
  return {
    shared: answer ?? [],
    mayShare: isSharable && may(ability, 'update', 'Asset'),
    mayEnd: isSharable && may(ability, 'manage', 'all'),
    askAgain,
  }
}
