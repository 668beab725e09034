import { ArrowUp, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { MESSAGE_LENGTH } from '#domain/negotiation/chat/chat.ts';
import { judgeTone } from '#domain/negotiation/chat/tone.ts';
import { Button } from '#web/ui/button.tsx';
import { serverDay } from '#web/ui/clock.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import { ChooseButton } from '#web/ui/fields/choose-button.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import styles from './composer.module.css';
import { Law, Templates, Waiting } from './composer-parts.tsx';
import type { Talk } from './talk.ts';
import type { ChatInfo, Message } from './talk-state.ts';
import { texts as t } from './texts.ts';
import { useDraft } from './use-draft.ts';

const mostBytes = 20 * 1024 * 1024;

/** Whether a file may be sent; says so where it may not. */
export function fits(file: File): boolean {
  if (file.size <= mostBytes) return true;
  notify({ severity: 'error', summary: t.tooLarge });
  return false;
}

/** Where somebody writes: his words, a file, what he answers. */
export function Composer({
  talk,
  info,
  file,
  onFile,
  answered,
  onAnswered,
}: {
  talk: Talk;
  info: ChatInfo;
  file: File | undefined;
  onFile: (file: File | undefined) => void;
  answered: Message | undefined;
  onAnswered: (message: Message | undefined) => void;
}) {
  const [text, setText] = useDraft(info.id);
  const [isWarned, setWarned] = useState(false);
  const tone = info.side === 'creditor' && info.requestId !== null && text !== '' ? judgeTone(text, serverDay()) : null;
  const isClosed = info.contact?.allowed === false;
  const send = () => {
    if (isClosed || (text.trim() === '' && !file)) return;
    if (tone !== null && (tone.stops || !isWarned)) return setWarned(true);
    talk.send(text.trim(), { file, replyTo: answered?.no });
    setText('');
    setWarned(false);
    onFile(undefined);
    onAnswered(undefined);
  };
  const wait = async () => {
    if (tone !== null && (tone.stops || !isWarned)) return setWarned(true);
    const problem = await talk.wait(text.trim());
    if (problem !== undefined) return notify({ severity: 'error', summary: problem });
    setText('');
    setWarned(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const onPaste = ({ clipboardData }: ClipboardEvent) => {
    const pasted = clipboardData.files[0];
    if (pasted && fits(pasted)) onFile(pasted);
  };
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {answered && (
        <div className={styles.context}>
          <span>{t.replying(answered.text ?? t.file)}</span>
          <Button variant="quiet" icon aria-label={t.noReply} onClick={() => onAnswered(undefined)}>
            <X size={16} aria-hidden="true" />
          </Button>
        </div>
      )}
      {file && (
        <div className={styles.context}>
          <span>{t.chosen(file.name, file.size)}</span>
          <Button variant="quiet" icon aria-label={t.detach} onClick={() => onFile(undefined)}>
            <X size={16} aria-hidden="true" />
          </Button>
        </div>
      )}
      {info.waiting && (
        <Waiting
          talk={talk}
          waiting={info.waiting}
          onTake={(taken) => setText(text === '' ? taken : `${text} ${taken}`)}
        />
      )}
      {info.contact && <Law contact={info.contact} />}
      {isClosed && info.contact?.nextAt && !info.waiting && (
        <div>
          <Button closed={text.trim() === '' || file ? t.waitNeedsWords : undefined} onClick={() => void wait()}>
            {t.wait}
          </Button>
        </div>
      )}
      {tone && (tone.stops || isWarned) && <Notice tone={tone.stops ? 'danger' : 'warning'}>{tone.reason}</Notice>}
      <div className={styles.line}>
        <ChooseButton
          label={t.attach}
          accept=".pdf,.jpg,.jpeg,.png"
          onFile={(chosen) => fits(chosen) && onFile(chosen)}
          aria-label={t.attach}
        >
          {t.file}
        </ChooseButton>
        <TextArea
          label={t.write}
          value={text}
          maxLength={MESSAGE_LENGTH}
          rows={1}
          onChange={({ target }) => {
            setText(target.value);
            setWarned(false);
            talk.typing();
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <Button
          type="submit"
          variant="primary"
          icon
          closed={isClosed ? info.contact?.words : undefined}
          aria-label={t.send}
        >
          <ArrowUp size={20} aria-hidden="true" />
        </Button>
      </div>
      {info.side === 'creditor' && (
        <Templates onChoose={(chosen) => setText(text === '' ? chosen : `${text} ${chosen}`)} />
      )}
    </form>
  );
}
