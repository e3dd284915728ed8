import { SHARED_LISTS } from '../../../api/contract/views.ts'
import { can } from '../../../machines/session/ability.ts'
import { parseSharedViews, type SharedView } from '../../../machines/views/views.ts'
import { useAtelier } from '../../context.ts'
import { useQuery } from '../../use-query.ts'
import { useAbility } from '../actions/use-ability.ts'

/** Shared views of a list, and the user's permissions on them. */
export interface SharedViews {
  /** Views shared by other users, sorted by name. */
  shared: readonly SharedView[]
  /** Whether the user is allowed to share their own views. */
  canShare: boolean
  /** Whether the user is allowed to end the sharing of other users' views. */
  canUnshareOthers: boolean
  refetch: () => void
}

/** Returns the shared views of a list and the user's permissions. Lists that are private to each user have none. */
export function useSharedViews(listId: string): SharedViews {
  const { views } = useAtelier()
  const ability = useAbility()
  const accountViews = Object.hasOwn(SHARED_LISTS, listId) ? views?.() : null
  const { data, refetch } = useQuery({
    queryKey: accountViews ? listId : null,
    queryFn: async (list) => parseSharedViews((await accountViews?.readShared(list)) ?? []),
    cacheName: 'shared-views',
  })
  const isSharable = !!accountViews
  return {
    shared: data ?? [],
    canShare: isSharable && can(ability, 'update', 'Asset'),
    canUnshareOthers: isSharable && can(ability, 'manage', 'all'),
    refetch,
  }
}
