import { AppWindowIcon } from '@phosphor-icons/react/AppWindow'
import { ClockCounterClockwiseIcon } from '@phosphor-icons/react/ClockCounterClockwise'
import { PauseCircleIcon } from '@phosphor-icons/react/PauseCircle'
import { PlayIcon } from '@phosphor-icons/react/Play'
import { RecordIcon } from '@phosphor-icons/react/Record'
import { SkipBackIcon } from '@phosphor-icons/react/SkipBack'
import { SkipForwardIcon } from '@phosphor-icons/react/SkipForward'
import { SquareHalfIcon } from '@phosphor-icons/react/SquareHalf'
import { SquareHalfBottomIcon } from '@phosphor-icons/react/SquareHalfBottom'
import { StopIcon } from '@phosphor-icons/react/Stop'
import { TreeStructureIcon } from '@phosphor-icons/react/TreeStructure'
import { XIcon } from '@phosphor-icons/react/X'
import { type KeyboardEvent, useId, useState } from 'react'
import { useAtelier } from '../ui/context.ts'
import { Button } from '../ui/kit/Button.tsx'
import { Icon } from '../ui/kit/Icon.tsx'
import { IconButton } from '../ui/kit/IconButton.tsx'
import { Segmented } from '../ui/kit/Segmented.tsx'
import { ChartView } from './ChartView.tsx'
import type { Desk } from './desk.ts'
import type { GoesOn } from './go-on.ts'
import styles from './Inspector.module.css'
import { Log } from './Log.tsx'
import { Now } from './Now.tsx'
import { Recordings } from './Recordings.tsx'
import type { Recording } from './recording.ts'
import { Sequence } from './Sequence.tsx'
import { Timers } from './Timers.tsx'
import { Tree } from './Tree.tsx'
import { useInspector, useSituation } from './use-inspector.ts'

const VIEWS = ['chart', 'now', 'sequence', 'timers', 'recording'] as const
type View = (typeof VIEWS)[number]

/** Where the inspector lies. */
export type Side = 'bottom' | 'right'

/** Props of {@link Panel}. */
export interface PanelProps {
  desk: Desk
  /** What was recorded before the page was loaded. */
  kept: Promise<Recording | null> | null
  /** Where it lies; without it, it is a window of its own. */
  side?: Side
  onSide?: (side: Side) => void
  onClose?: () => void
  /** Goes on in a window of its own. */
  onLeave?: () => void
}

/** The inspector: actors, what one of them is and could do, and what happened. */
export function Panel({ desk: page, kept, side, onSide, onClose, onLeave }: PanelProps) {
  const { translate } = useAtelier()
  const inspector = useInspector(page)
  const { desk, recording, chosen, step, send, isOfOne, isShown, moment, waiting } = inspector
  const situation = useSituation(desk, chosen, step, recording)
  const [view, setView] = useState<View>('chart')
  const steps = isOfOne ? recording.steps.filter(({ actor }) => actor === chosen) : recording.steps
  const at = step === null ? steps.length : steps.findIndex(({ n }) => n === step)
  const go = (to: number) => {
    const next = steps[to]
    if (next) send({ type: 'step.chosen', step: next.n, actor: next.actor })
    else send({ type: 'step.left' })
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || step === null || event.defaultPrevented) return
    event.stopPropagation()
    send({ type: 'step.left' })
  }
  return (
    <>
      <header className={styles.head}>
        <Icon>
          <TreeStructureIcon />
        </Icon>
        <h2>{translate('inspector.title')}</h2>
        <span className={styles.state} role="status">
          {!isShown && step === null && !desk.isPaused() && <i className={styles.light} />}
          {translate(stateWord(isShown, step !== null, desk.isPaused()), { n: step ?? 0 })}
          {waiting !== null && <strong>{translate('inspector.suspended.at')}</strong>}
        </span>
        <div className={styles.acts}>
          {step !== null && situation.hasView && (
            <Button
              size="sm"
              variant="line"
              aria-pressed={moment !== null}
              icon={<ClockCounterClockwiseIcon />}
              onClick={() => desk.show(moment === null ? step : null)}
            >
              {translate('inspector.moment.show')}
            </Button>
          )}
          {step !== null && chosen !== null && situation.goesOn !== 'no' && (
            <GoOn
              goesOn={situation.goesOn}
              onGo={() => {
                desk.goOn(chosen, step)
                send({ type: 'step.left' })
              }}
            />
          )}
          {(step !== null || isShown) && (
            <Button
              size="sm"
              variant="line"
              onClick={() => send(step === null ? { type: 'recording.left' } : { type: 'step.left' })}
            >
              {translate('inspector.now.back')}
            </Button>
          )}
          {!isShown && (
            <Button
              size="sm"
              variant="ghost"
              icon={desk.isPaused() ? <RecordIcon /> : <StopIcon />}
              onClick={() => desk.pause(!desk.isPaused())}
            >
              {translate(desk.isPaused() ? 'inspector.record' : 'inspector.pause')}
            </Button>
          )}
          {!isShown && (
            <IconButton
              size="sm"
              label={translate('inspector.suspend')}
              icon={<PauseCircleIcon />}
              aria-pressed={waiting !== null}
              onClick={() => desk.suspend(waiting === null)}
            />
          )}
          <IconButton
            size="sm"
            label={translate('inspector.step.back')}
            icon={<SkipBackIcon />}
            disabled={at <= 0}
            onClick={() => go(at - 1)}
          />
          <IconButton
            size="sm"
            label={translate('inspector.step.on')}
            icon={<SkipForwardIcon />}
            disabled={step === null}
            onClick={() => go(at + 1)}
          />
          {onSide && (
            <>
              <IconButton
                size="sm"
                label={translate('inspector.dock.bottom')}
                icon={<SquareHalfBottomIcon />}
                aria-pressed={side === 'bottom'}
                onClick={() => onSide('bottom')}
              />
              <IconButton
                size="sm"
                label={translate('inspector.dock.right')}
                icon={<SquareHalfIcon />}
                aria-pressed={side === 'right'}
                onClick={() => onSide('right')}
              />
            </>
          )}
          {onLeave && (
            <IconButton size="sm" label={translate('inspector.window')} icon={<AppWindowIcon />} onClick={onLeave} />
          )}
          {onClose && <IconButton size="sm" label={translate('inspector.close')} icon={<XIcon />} onClick={onClose} />}
        </div>
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back from wherever in it the focus is */}
      <div className={styles.panes} onKeyDown={leave}>
        <Tree inspector={inspector} />
        <div className={styles.middle}>
          <div className={styles.tabs}>
            <Segmented
              label={translate('inspector.views')}
              size="sm"
              items={VIEWS.map((id) => ({ id, label: translate(`inspector.view.${id}`) }))}
              value={view}
              onChange={setView}
            />
          </div>
          {view === 'chart' && <ChartView inspector={inspector} />}
          {view === 'now' && <Now inspector={inspector} outlooks={situation.outlooks} />}
          {view === 'sequence' && <Sequence inspector={inspector} />}
          {view === 'timers' && <Timers inspector={inspector} timers={situation.timers} />}
          {view === 'recording' && <Recordings inspector={inspector} kept={kept} />}
        </div>
        <Log inspector={inspector} />
      </div>
    </>
  )
}

function GoOn({ goesOn, onGo }: { goesOn: GoesOn; onGo: () => void }) {
  const { translate } = useAtelier()
  const id = useId()
  const cannot = goesOn !== 'yes'
  return (
    <>
      <Button
        size="sm"
        variant="line"
        icon={<PlayIcon />}
        waiting={cannot}
        aria-describedby={cannot ? id : undefined}
        onClick={onGo}
      >
        {translate('inspector.goOn')}
      </Button>
      {cannot && (
        <span id={id} className={styles.why}>
          {translate(`inspector.goOn.${goesOn}`)}
        </span>
      )}
    </>
  )
}

const stateWord = (isShown: boolean, isLooking: boolean, isPaused: boolean): string => {
  if (isLooking) return 'inspector.state.looking'
  if (isShown) return 'inspector.state.shown'
  return isPaused ? 'inspector.state.paused' : 'inspector.state.recording'
}
