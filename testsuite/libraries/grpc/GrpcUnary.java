import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Two threads call one method of a server in the same process, over one channel whose callbacks run in the thread that
 * causes them. Each gets the answer to what it has sent.
 *
 * @outcome one! two!
 */
public class GrpcUnary {
    private static final class Text implements MethodDescriptor.Marshaller<String> {
        @Override
        public InputStream stream(String value) {
            return new ByteArrayInputStream(value.getBytes());
        }

        @Override
        public String parse(InputStream stream) {
            try {
                return new String(stream.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final MethodDescriptor<String, String> SHOUT =
            MethodDescriptor.newBuilder(new Text(), new Text())
                    .setType(MethodDescriptor.MethodType.UNARY)
                    .setFullMethodName("voice/shout")
                    .build();

    private static void shout(String text, StreamObserver<String> answer) {
        answer.onNext(text + "!");
        answer.onCompleted();
    }

    public static void main(String[] args) throws Exception {
        ServerServiceDefinition voice = ServerServiceDefinition.builder("voice")
                .addMethod(SHOUT, ServerCalls.asyncUnaryCall(GrpcUnary::shout))
                .build();
        Server server = InProcessServerBuilder.forName("here").directExecutor().addService(voice).build().start();
        ManagedChannel channel = InProcessChannelBuilder.forName("here").directExecutor().build();
        String[] said = new String[2];
        Thread one = new Thread(
                () -> said[0] = ClientCalls.blockingUnaryCall(channel, SHOUT, CallOptions.DEFAULT, "one"));
        Thread two = new Thread(
                () -> said[1] = ClientCalls.blockingUnaryCall(channel, SHOUT, CallOptions.DEFAULT, "two"));
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(said[0] + " " + said[1]);
        channel.shutdown();
        server.shutdown();
    }
}
