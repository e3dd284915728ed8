import { PresenceAvatars, type PresenceAvatarsProps } from './PresenceAvatars.tsx'
import { type PresenceCalls, usePresence } from './use-presence.ts'

export interface PresenceIndicatorProps extends Pick<PresenceAvatarsProps, 'place'> {
  id: string
  panelCalls: PresenceCalls
  isEditing: boolean
}

/** Shows other users who have this asset open. While mounted, also reports the current user to the server. */
export function PresenceIndicator({ id, panelCalls, place, isEditing }: PresenceIndicatorProps) {
  const present = usePresence(id, panelCalls, isEditing)
  return present && present.total > 0 ? <PresenceAvatars {...{ present, place }} /> : null
}
