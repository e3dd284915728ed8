import { CheckCircleIcon } from '@phosphor-icons/react/CheckCircle'
import { CircleDashedIcon } from '@phosphor-icons/react/CircleDashed'
import { XIcon } from '@phosphor-icons/react/X'
import { XCircleIcon } from '@phosphor-icons/react/XCircle'
import type { ReactNode } from 'react'
import { wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { Chip } from '../kit/Chip.tsx'
import { Icon } from '../kit/Icon.tsx'
import styles from './AssetChecks.module.css'
import { sayFault } from './format.ts'
import { usePictureSize } from './use-picture-size.ts'
import type { UploadSnapshot } from './waits.ts'

/** Whether the viewer showed the model. */
export type Shown = 'waiting' | 'shown' | 'broken'

interface Check {
  id: string
  state: 'ok' | 'bad' | 'wait'
  text: string
  why?: string
}

const GLYPHS = { ok: <CheckCircleIcon weight="fill" />, bad: <XCircleIcon weight="fill" />, wait: <CircleDashedIcon /> }

/** Props of {@link AssetChecks}. */
export interface AssetChecksProps {
  model: UploadSnapshot
  icon: UploadSnapshot
  shown: Shown
  /** What the service found wrong with a model that arrived. */
  refusal: string | undefined
  /** What creating waits for; `undefined` when for nothing. */
  waits: string | undefined
  /** The viewer with the chosen model; nothing while none is chosen. */
  picture: ReactNode
}

/** The right side of the page: the model as it will look, what was checked, what is still missing. */
export function AssetChecks({ model, icon, shown, refusal, waits, picture }: AssetChecksProps) {
  const { translate } = useAtelier()
  const checks = useChecks(model, icon, shown, refusal)
  const bad = checks.filter(({ state }) => state === 'bad').length
  return (
    <aside className={styles.aside} aria-label={translate('new.previewAndChecks')}>
      <div className={styles.stage}>{picture ?? <p className={styles.empty}>{translate('new.preview')}</p>}</div>
      <section className={styles.checks}>
        <h2>
          {translate('new.checks')}
          {bad > 0 && (
            <Chip tone="bad" icon={<XIcon weight="bold" />} className={styles.count}>
              {translate('new.toFix', { n: bad })}
            </Chip>
          )}
          {bad === 0 && waits === undefined && (
            <Chip tone="ok" className={styles.count}>
              {translate('new.allGood')}
            </Chip>
          )}
        </h2>
        <ul>
          {checks.map(({ id, state, text, why }) => (
            <li key={id} data-state={state}>
              <Icon>{GLYPHS[state]}</Icon>
              <span>
                {text}
                {why && <small>{why}</small>}
              </span>
            </li>
          ))}
        </ul>
        <p id="new-asset-waits" className={styles.waits} role="status">
          {waits ?? translate('new.ready')}
        </p>
      </section>
    </aside>
  )
}

function useChecks(model: UploadSnapshot, icon: UploadSnapshot, shown: Shown, refusal: string | undefined): Check[] {
  const { translate, language } = useAtelier()
  const size = usePictureSize(icon.matches('checking') ? null : icon.context.file)
  const say = (id: string, state: Check['state'], word: string, why?: string): Check => ({
    id,
    state,
    text: translate(`new.check.${word}`, size),
    ...(why !== undefined && { why }),
  })
  const faultOf = ({ context: { fault, error } }: UploadSnapshot) =>
    fault ? sayFault(fault, translate, language) : error === null ? undefined : translate(wordOf(error))
  return [headerCheck(), sentCheck(), shownCheck(), iconCheck()]

  function headerCheck(): Check {
    if (model.context.fault) return say('header', 'bad', 'modelBad', faultOf(model))
    if (model.matches('vacant')) return say('header', 'wait', 'model', translate('new.check.modelWait'))
    if (model.matches('checking')) return say('header', 'wait', 'model', translate('new.check.modelChecking'))
    if (refusal !== undefined) return say('header', 'bad', 'modelBad', refusal)
    return say('header', 'ok', 'modelOk')
  }
  function sentCheck(): Check {
    if (model.matches('sent')) return say('sent', 'ok', 'sentOk', translate('new.check.sentOkWhy'))
    if (model.matches('failed')) return say('sent', 'bad', 'sentBad', faultOf(model))
    return say('sent', 'wait', 'sentWait', translate('new.check.sentWaitWhy'))
  }
  function shownCheck(): Check {
    if (shown === 'waiting') return say('shown', 'wait', 'shownWait')
    if (shown === 'shown') return say('shown', 'ok', 'shownOk')
    return say('shown', 'bad', 'shownBad', translate('new.check.shownBadWhy'))
  }
  function iconCheck(): Check {
    if (icon.hasTag('failed')) return say('icon', 'bad', 'iconBad', faultOf(icon))
    return size ? say('icon', 'ok', 'iconOk') : say('icon', 'wait', 'iconWait', translate('new.check.iconWaitWhy'))
  }
}
