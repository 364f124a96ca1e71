// The worker of the studio: the host of the flocks, off the thread that answers the user.

import { Desk } from './host/desk';

// The types of a page know no worker; its own port has the two methods that are needed here.
const page = globalThis as unknown as MessagePort;
const desk = new Desk((message, transfer) => page.postMessage(message, transfer));
page.onmessage = ({ data }) => desk.receive(data);
