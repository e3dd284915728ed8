import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AccountView } from '../../api/contract/views.ts'
import { PanelAnswer } from '../asset/PanelAnswer.tsx'
import { useAtelier } from '../context.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { linkClass } from '../kit/link-class.ts'
import { ConfirmAction } from '../list/ConfirmAction.tsx'
import { useAsking } from '../use-asking.ts'
import { RenameView } from './RenameView.tsx'
import styles from './Settings.module.css'
import { placeOfView } from './view-places.ts'

/** Props of {@link SavedViews}. All calls reject with `ApiError`. */
export interface SavedViewsProps {
  calls: {
    list: (signal: AbortSignal) => Promise<readonly AccountView[]>
    rename: (id: string, name: string) => Promise<AccountView>
    remove: (id: string) => Promise<unknown>
  }
}

/** What is asked about a view: whether it goes, or what it is to be called. */
type Question = { about: AccountView; kind: 'rename' | 'remove' } | null

/** The views that the account keeps, of all lists; outfits among them, which are views of wardrobes. */
export function SavedViews({ calls }: SavedViewsProps) {
  const { translate } = useAtelier()
  const [question, setQuestion] = useState<Question>(null)
  const asking = useAsking({ question: 'views', ask: (_, signal) => calls.list(signal), keptAs: 'views' })
  const close = () => setQuestion(null)
  const done = () => {
    close()
    asking.askAgain()
  }
  return (
    <>
      <PanelAnswer asking={asking}>
        {(views) =>
          views.length === 0 ? (
            <p className={styles.quiet}>{translate('settings.views.none')}</p>
          ) : (
            <ul className={styles.views} aria-label={translate('settings.views')}>
              {views.map((view) => (
                <ViewLine key={view.id} view={view} onAsk={(kind) => setQuestion({ about: view, kind })} />
              ))}
            </ul>
          )
        }
      </PanelAnswer>
      {question?.kind === 'rename' && (
        <RenameView view={question.about} rename={calls.rename} onRenamed={done} onClose={close} />
      )}
      {question?.kind === 'remove' && (
        <ConfirmAction
          title={translate('settings.view.delete.title', { name: question.about.name })}
          text={translate('settings.view.delete.why')}
          verb={translate('settings.view.delete')}
          act={() => calls.remove(question.about.id)}
          onDone={done}
          onClose={close}
        />
      )}
    </>
  )
}

function ViewLine({ view, onAsk }: { view: AccountView; onAsk: (kind: 'rename' | 'remove') => void }) {
  const { translate } = useAtelier()
  const { name } = view
  const place = placeOfView(view)
  return (
    <li className={styles.view}>
      <span className={styles.words}>
        {place ? (
          <Link to={place.to} search={place.search as never} className={linkClass}>
            {name}
          </Link>
        ) : (
          name
        )}
        <small>{place ? translate(place.word) : view.list}</small>
      </span>
      <IconButton
        size="sm"
        label={translate('settings.view.rename.of', { name })}
        icon={<PencilSimpleIcon />}
        onClick={() => onAsk('rename')}
      />
      <IconButton
        size="sm"
        label={translate('settings.view.delete.of', { name })}
        icon={<TrashIcon />}
        onClick={() => onAsk('remove')}
      />
    </li>
  )
}
