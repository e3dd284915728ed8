import type { ApiToken, Scope } from '../../api/contract/api-tokens.ts'
import { Chip } from '../kit/Chip.tsx'
import { tokensMessages } from '../messages/tokens.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { useMinuteTick } from '../use-minute-tick.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './TokenCells.module.css'

export function TokenName({ of }: { of: string }) {
  return (
    <span className={styles.name} title={of}>
      {of}
    </span>
  )
}

export function TokenPrefix({ of }: { of: string }) {
  return (
    <span className={styles.hint} translate="no">
      {of}…
    </span>
  )
}

/** Table cell with a token's scopes. The admin scope is highlighted. */
export function ScopeChips({ of }: { of: readonly Scope[] }) {
  const translate = useTranslate(tokensMessages)
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

export function TokenLastUse({ at }: { at: ApiToken['lastUsedAt'] }) {
  const translate = useTranslate(tokensMessages)
  return at ? <TimeAgo at={at} /> : <span className={styles.muted}>{translate('tokens.never')}</span>
}

export function TokenExpiry({ at }: { at: string }) {
  const translate = useTranslate(tokensMessages)
  useMinuteTick()
  return Date.parse(at) <= Date.now() ? <Chip tone="bad">{translate('tokens.expired')}</Chip> : <TimeAgo at={at} />
}
