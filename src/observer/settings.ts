import type { JournalWriter } from "../journal/journal-writer.js";
import type { Level } from "../mapping/mapping.js";
import { EpochStore } from "./epoch/epoch-store.js";
import type { EventSink } from "./event/event.js";
import { eventMapping } from "./event/event-mapping.js";
import { EventObserver } from "./event/event-observer.js";
import type { ObservationSink } from "./observed.js";
import { RedactedLines } from "./redaction/redacted-lines.js";
import { SessionSecrets } from "./redaction/session-secrets.js";
import { RelaySink } from "./relay/relay-sink.js";
import { AppendFile } from "./sinks/append-file.js";
import { EventFileSink } from "./sinks/event-file-sink.js";
import { JournalSink } from "./sinks/journal-sink.js";
import { TraceSink } from "./sinks/trace-sink.js";
import type { TroubleLog } from "./trouble-log.js";

/** What a tee's observer is to do, as plain data that can be handed to another thread. */
export interface ObserverSettings {
  /** Trace file: every line as it travelled. */
  readonly trace?: string;
  /** Trace file without what must not leave this machine. */
  readonly traceRedacted?: string;
  /** Journal file: what was said, chained. One that exists is gone on with. */
  readonly journal?: string;
  /** File of events, one JSON object a line. */
  readonly events?: string;
  /** URL of an AEP relay. */
  readonly relay?: string;
  readonly token?: string;
  /** File of further authorities' certificates for https, in PEM: what NODE_EXTRA_CA_CERTS named when the tee started. */
  readonly caFile?: string;
  /** The highest level of content that events may show; undefined is metadata, and redacted for attention.*. */
  readonly capture?: Level;
  /** Do chunks of messages become events? */
  readonly deltas: boolean;
  /** Where epochs are kept. */
  readonly stateDir: string;
  /** Files are rotated before they grow beyond this many bytes. */
  readonly maxFileBytes: number;
  /** The user's home directory, shown as `~`. */
  readonly home: string;
  /** Name of this machine, for the source of events. */
  readonly host: string;
  /** When the tee's clock was zero, in milliseconds since 1970. */
  readonly startedAt: number;
}

/** The sinks that the settings ask for. Opening them touches no file and no network yet. */
export async function openSinks(settings: ObserverSettings, trouble: TroubleLog): Promise<ObservationSink[]> {
  const { trace, traceRedacted, journal, token, home } = settings;
  const secrets = new SessionSecrets(token === undefined ? [] : [token]);
  const events = openEventSinks(settings, trouble);
  const traceTo = (path: string): TraceSink => new TraceSink(openFile(path, settings, trouble));
  return [
    ...(trace === undefined ? [] : [traceTo(trace)]),
    ...(traceRedacted === undefined ? [] : [new RedactedLines(traceTo(traceRedacted), secrets, home)]),
    ...(journal === undefined ? [] : [await openJournalSink(journal, trouble)]),
    ...(events.length === 0 ? [] : [observeEvents(events, secrets, settings, trouble)]),
  ];
}

/** Loaded only where it is asked for: its validators take longer than all the rest. */
async function openJournalSink(file: string, trouble: TroubleLog): Promise<ObservationSink> {
  const { openJournal } = await import("../journal/journal-writer.js");
  const open = (): JournalWriter => openJournal({ file, resume: true, recordRefusals: true });
  return new JournalSink(open, (error) => trouble.tell(error));
}

function openEventSinks(settings: ObserverSettings, trouble: TroubleLog): EventSink[] {
  const { events, relay, token, caFile } = settings;
  return [
    ...(events === undefined ? [] : [new EventFileSink(openFile(events, settings, trouble))]),
    ...(relay === undefined
      ? []
      : [new RelaySink({ url: relay, token, caFile }, (reason) => trouble.tell(reason))]),
  ];
}

function observeEvents(
  sinks: readonly EventSink[],
  secrets: SessionSecrets,
  settings: ObserverSettings,
  trouble: TroubleLog,
): EventObserver {
  const { stateDir, host, startedAt } = settings;
  return new EventObserver({
    mapping: eventMapping(settings, secrets),
    secrets,
    sinks,
    store: new EpochStore(stateDir),
    host,
    startedAt,
    warn: (text) => trouble.tell(text),
  });
}

function openFile(path: string, { maxFileBytes }: ObserverSettings, trouble: TroubleLog): AppendFile {
  return new AppendFile({ path, maxBytes: maxFileBytes, failed: (reason) => trouble.tell(reason) });
}
