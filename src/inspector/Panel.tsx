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
import { Button } from '../ui/kit/Button.tsx'
import { SegmentedControl } from '../ui/kit/fields/SegmentedControl.tsx'
import { Icon } from '../ui/kit/Icon.tsx'
import { IconButton } from '../ui/kit/IconButton.tsx'
import type { MessageKey } from '../ui/message-key.ts'
import { inspectorMessages } from '../ui/messages/inspector.ts'
import { useTranslate } from '../ui/use-translate.ts'
import { ActorTree } from './ActorTree.tsx'
import { ChartView } from './ChartView.tsx'
import type { PendingDelay } from './event-preview.ts'
import styles from './Inspector.module.css'
import type { InspectorController } from './inspector-controller.ts'
import { Log } from './Log.tsx'
import { PossibleEvents } from './PossibleEvents.tsx'
import { Recordings } from './Recordings.tsx'
import type { Recording } from './recording.ts'
import type { Resumability } from './resume.ts'
import { SequenceDiagram } from './SequenceDiagram.tsx'
import { type Inspector, useActorStatus, useInspector } from './use-inspector.ts'

const VIEWS = ['chart', 'now', 'sequence', 'timers', 'recording'] as const
type View = (typeof VIEWS)[number]

export type DockSide = 'bottom' | 'right'

export interface PanelProps {
  controller: InspectorController
  /** Recording from before the page was loaded. */
  previousRecording: Promise<Recording | null> | null
  /** Docked side; absent in a separate window. */
  side?: DockSide
  onSide?: (side: DockSide) => void
  onClose?: () => void
  /** Moves the inspector to a separate window. */
  onLeave?: () => void
}

/** Inspector: actors, the state and possible events of the selected actor, and the log. */
export function Panel({ controller: page, previousRecording, side, onSide, onClose, onLeave }: PanelProps) {
  const translate = useTranslate(inspectorMessages)
  const inspector = useInspector(page)
  const { controller, recording, chosen, step, send, isSingleActor, isShown, shownStep, queuedEvents } = inspector
  const status = useActorStatus(controller, chosen, step, recording)
  const [view, setView] = useState<View>('chart')
  const steps = isSingleActor ? recording.steps.filter(({ actor }) => actor === chosen) : recording.steps
  const stepIndex = step === null ? steps.length : steps.findIndex(({ n }) => n === step)
  const selectStep = (to: number) => {
    const next = steps[to]
    if (next) send({ type: 'step.chosen', step: next.n, actor: next.actor })
    else send({ type: 'step.closed' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || step === null || event.defaultPrevented) return
    event.stopPropagation()
    send({ type: 'step.closed' })
  }
  return (
    <>
      <header className={styles.head}>
        <Icon>
          <TreeStructureIcon />
        </Icon>
        <h2>{translate('inspector.title')}</h2>
        <span className={styles.state} role="status">
          {!isShown && step === null && !controller.isPaused() && <i className={styles.light} />}
          {translate(stateMessageKey(isShown, step !== null, controller.isPaused()), { n: step ?? 0 })}
          {queuedEvents !== null && <strong>{translate('inspector.suspended.at')}</strong>}
        </span>
        <div className={styles.acts}>
          {step !== null && status.hasView && (
            <Button
              size="sm"
              variant="line"
              aria-pressed={shownStep !== null}
              icon={<ClockCounterClockwiseIcon />}
              onClick={() => controller.showStep(shownStep === null ? step : null)}
            >
              {translate('inspector.moment.show')}
            </Button>
          )}
          {step !== null && chosen !== null && status.resumability !== 'no' && (
            <ResumeButton
              resumability={status.resumability}
              onResume={() => {
                controller.resumeActor(chosen, step)
                send({ type: 'step.closed' })
              }}
            />
          )}
          {(step !== null || isShown) && (
            <Button
              size="sm"
              variant="line"
              onClick={() => send(step === null ? { type: 'recording.closed' } : { type: 'step.closed' })}
            >
              {translate('inspector.now.back')}
            </Button>
          )}
          {!isShown && (
            <Button
              size="sm"
              variant="ghost"
              icon={controller.isPaused() ? <RecordIcon /> : <StopIcon />}
              onClick={() => controller.pause(!controller.isPaused())}
            >
              {translate(controller.isPaused() ? 'inspector.record' : 'inspector.pause')}
            </Button>
          )}
          {!isShown && (
            <IconButton
              size="sm"
              label={translate('inspector.suspend')}
              icon={<PauseCircleIcon />}
              aria-pressed={queuedEvents !== null}
              onClick={() => controller.suspend(queuedEvents === null)}
            />
          )}
          <IconButton
            size="sm"
            label={translate('inspector.step.back')}
            icon={<SkipBackIcon />}
            disabled={stepIndex <= 0}
            onClick={() => selectStep(stepIndex - 1)}
          />
          <IconButton
            size="sm"
            label={translate('inspector.step.on')}
            icon={<SkipForwardIcon />}
            disabled={step === null}
            onClick={() => selectStep(stepIndex + 1)}
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape works wherever the focus is inside */}
      <div className={styles.panes} onKeyDown={onKeyDown}>
        <ActorTree inspector={inspector} />
        <div className={styles.middle}>
          <div className={styles.tabs}>
            <SegmentedControl
              label={translate('inspector.views')}
              size="sm"
              items={VIEWS.map((id) => ({ id, label: translate(`inspector.view.${id}`) }))}
              value={view}
              onChange={setView}
            />
          </div>
          {view === 'chart' && <ChartView inspector={inspector} />}
          {view === 'now' && <PossibleEvents inspector={inspector} eventPreviews={status.eventPreviews} />}
          {view === 'sequence' && <SequenceDiagram inspector={inspector} />}
          {view === 'timers' && <Timers inspector={inspector} timers={status.timers} />}
          {view === 'recording' && <Recordings inspector={inspector} previousRecording={previousRecording} />}
        </div>
        <Log inspector={inspector} />
      </div>
    </>
  )
}

function ResumeButton({ resumability, onResume }: { resumability: Exclude<Resumability, 'no'>; onResume: () => void }) {
  const translate = useTranslate(inspectorMessages)
  const id = useId()
  const isDisabled = resumability !== 'yes'
  return (
    <>
      <Button
        size="sm"
        variant="line"
        icon={<PlayIcon />}
        waiting={isDisabled}
        aria-describedby={isDisabled ? id : undefined}
        onClick={onResume}
      >
        {translate('inspector.goOn')}
      </Button>
      {resumability !== 'yes' && (
        <span id={id} className={styles.why}>
          {translate(`inspector.goOn.${resumability}`)}
        </span>
      )}
    </>
  )
}

const stateMessageKey = (isShown: boolean, isStepSelected: boolean, isPaused: boolean): MessageKey<'inspector'> => {
  if (isStepSelected) return 'inspector.state.looking'
  if (isShown) return 'inspector.state.shown'
  return isPaused ? 'inspector.state.paused' : 'inspector.state.recording'
}

function Timers({ inspector, timers }: { inspector: Inspector; timers: readonly PendingDelay[] }) {
  const translate = useTranslate(inspectorMessages)
  const { controller, chosen } = inspector
  if (chosen === null || timers.length === 0) return <p className={styles.none}>{translate('inspector.timers.none')}</p>
  return (
    <ul className={styles.outlooks} aria-label={translate('inspector.view.timers')}>
      {timers.map(({ id, name, delay, remainingMs }) => (
        <li key={id}>
          <code>{name}</code>
          <span>
            {translate('inspector.timer.left', { left: Math.ceil(remainingMs / 100) / 10, delay: delay / 1000 })}
          </span>
          <Button size="sm" variant="line" onClick={() => controller.fireTimer(chosen, id)}>
            {translate('inspector.timer.pass')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
