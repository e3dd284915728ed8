import type { ApiToken, Scope } from '../../api/contract/api-tokens.ts'
import { useAtelier } from '../context.ts'
import { Chip } from '../kit/Chip.tsx'
import { TimeAgo } from '../TimeAgo.tsx'
import { useMinutes } from '../use-minutes.ts'
import styles from './TokenCells.module.css'

/** What a token is called. */
export function TokenName({ of }: { of: string }) {
  return (
    <span className={styles.name} title={of}>
      {of}
    </span>
  )
}

/** How a token begins. */
export function Hint({ of }: { of: string }) {
  return (
    <span className={styles.hint} translate="no">
      {of}…
    </span>
  )
}

/** What a token may do; one for all that admins may do stands out. */
export function ScopeChips({ of }: { of: readonly Scope[] }) {
  const { translate } = useAtelier()
  return (
    <span className={styles.scopes}>
      {of.map((scope) => (
        <Chip key={scope} tone={scope === 'private' ? 'warn' : 'quiet'}>
          {translate(`tokens.scope.${scope}`)}
        </Chip>
      ))}
    </span>
  )
}

/** When a token was used last. */
export function LastUse({ at }: { at: ApiToken['lastUsedAt'] }) {
  const { translate } = useAtelier()
  return at ? <TimeAgo at={at} /> : <span className={styles.muted}>{translate('tokens.never')}</span>
}

/** When a token ends, or that it has. */
export function Expiry({ at }: { at: string }) {
  const { translate } = useAtelier()
  useMinutes()
  return Date.parse(at) <= Date.now() ? <Chip tone="bad">{translate('tokens.expired')}</Chip> : <TimeAgo at={at} />
}
